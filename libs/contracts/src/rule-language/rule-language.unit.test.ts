import { TSchema } from '@sinclair/typebox';
import { AccountDocument } from '../documents/accounts/finance.documents';
import { OPERATORS } from '../documents/rule.documents';
import { TransactionDocument } from '../documents/transactions/transaction.document';
import { ACCOUNT_FACTS, FIELD_TYPE_TABLE, FIELD_TYPES, findRuleField, RULE_FIELDS } from './fields';
import { OPERATOR_TABLE } from './operators';

/** The dotted paths of all texts, numbers and flags in a schema. */
function leaves(schema: TSchema, path = ''): string[] {
  const members = membersOf(schema);
  if (!members) return [path];
  return Object.entries(members).flatMap(([name, member]) =>
    leaves(member, path === '' ? name : `${path}.${name}`),
  );
}

function membersOf(schema: TSchema): Record<string, TSchema> | null {
  if (schema.properties) return schema.properties as Record<string, TSchema>;
  const either = (schema.anyOf as TSchema[] | undefined)?.find((one) => one.properties);
  return either ? (either.properties as Record<string, TSchema>) : null;
}

/** An object of a provider's own, hidden members, the list of fields that the user set, what a split is, and a question. */
const SPLIT = ['split.status', 'split.amount', 'split.currency', 'split.parts', 'split_of'];
const NO_FIELDS = ['enriched', 'holder', 'edited_fields', 'under_review', ...SPLIT];

describe('the table of fields', () => {
  it('has every field of a transaction, including those added later', () => {
    const names = new Set(RULE_FIELDS.map(({ name }) => name));
    const missing = leaves(TransactionDocument).filter(
      (path) => !NO_FIELDS.includes(path) && !names.has(path),
    );
    expect(missing).toEqual([]);
  });

  it('has only account facts that account documents have', () => {
    const members = Object.keys(AccountDocument.properties);
    for (const fact of ACCOUNT_FACTS) expect(members).toContain(fact);
  });

  it('has one field and one path for each name, and no name that every object inherits', () => {
    expect(new Set(RULE_FIELDS.map(({ name }) => name)).size).toBe(RULE_FIELDS.length);
    RULE_FIELDS.forEach(({ slot, path }, index) => {
      expect(slot).toBe(index);
      for (const member of path) expect(member in Object.prototype).toBe(false);
    });
  });

  it.each([
    'mapped_fields.constructor',
    'mapped_fields.__proto__',
    'mapped_fields.a.b',
    'mapped_fields.',
    'toString',
  ])('%s is not a field', (name) => expect(findRuleField(name)).toBeUndefined());

  it('gives each type only operators that exist, with their negations', () => {
    for (const type of FIELD_TYPES) {
      const { operators } = FIELD_TYPE_TABLE[type];
      for (const operator of operators) {
        expect(OPERATORS).toContain(operator);
        const { negates } = OPERATOR_TABLE[operator];
        if (negates !== null) expect(operators).toContain(negates);
      }
    }
  });
});
