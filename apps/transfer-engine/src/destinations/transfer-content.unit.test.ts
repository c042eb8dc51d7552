import { SAMPLE_TIME, sampleTransaction, ShapedTransaction } from '@tributary/contracts';
import { contentOf } from './transfer-content';

const OUTPUT = { transferLinkId: 1, document: null, destinationFields: {}, skip: false, hash: 'h' };

function shaped(amount: string, currency: string): ShapedTransaction {
  return {
    id: 1,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    raw: { ...sampleTransaction, amount, currency },
    shaped: null,
    hash: 'h',
    outputs: [OUTPUT],
  };
}

it.each([
  ['-1.1847', 'CAD', '-1.18'],
  ['-12.40', 'EUR', '-12.40'],
  ['1.505', 'KWD', '1.505'],
])('a destination gets %s %s as %s: in the digits of its currency', (amount, currency, sent) =>
  expect(contentOf(shaped(amount, currency), OUTPUT).amount).toBe(sent),
);
