import { SAMPLE_TIME, sampleTransaction, TransactionDocument } from '@tributary/contracts';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { transactionFacts } from '../documents/facts';
import { compileTemplate } from './templates';

const PAGE = path.join(__dirname, '../../../../../docs/reference/rule-language.md');
const FACTS = transactionFacts({ id: 1001, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME }, 17, {});

/** The example transaction of the documentation page. */
const TRANSACTION: TransactionDocument = {
  ...sampleTransaction,
  amount: '-12.50',
  currency: 'EUR',
  booked: true,
  creditor: { ...sampleTransaction.creditor, name: 'KAHVILA OY 0341' },
  remittance_information: { ...sampleTransaction.remittance_information, unstructured: 'Invoice 2026-117' },
  mapped_fields: { ...sampleTransaction.mapped_fields, payee: 'Example payee' },
};

const rows = [...readFileSync(PAGE, 'utf8').matchAll(/^\| `(\{[{%].+[%}]\}.*?)`\s+\| `(.+?)`\s+\|$/gm)].map(
  ([, template = '', result = '']) => [template.replaceAll('\\|', '|'), result] as const,
);

it('the page has templates', () => expect(rows.length).toBeGreaterThan(9));

it.each(rows)('%p renders %p, as the documentation says', (template, result) => {
  expect(compileTemplate(template)(TRANSACTION, FACTS)).toBe(result);
});
