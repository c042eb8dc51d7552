import {
  FIELD_TYPE_TABLE,
  FIELD_TYPES,
  FieldType,
  findRuleField,
  Operator,
  OPERATORS,
  RULE_FIELDS,
  SAMPLE_TIME,
  sampleTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import fc from 'fast-check';
import { compileCondition } from './conditions';
import { transactionFacts } from '../documents/facts';
import { ConditionDefinition, InvalidDefinitionError } from '../rule-definition';
import { Subject } from '../documents/subject';

const FACTS = transactionFacts({ id: 1001, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME }, 17, {
  name: 'Everyday',
  enabled: true,
});

function holds(
  condition: Partial<ConditionDefinition>,
  document: Partial<TransactionDocument> = {},
): boolean {
  const compiled = compileCondition({
    transaction_type: 'ANY',
    field_name: 'creditor.name',
    operator: 'equals',
    value: 'x',
    ...condition,
  });
  return compiled(new Subject({ ...sampleTransaction, ...document }, FACTS));
}

function problemOf(condition: Partial<ConditionDefinition>): InvalidDefinitionError {
  try {
    holds(condition);
  } catch (error) {
    if (error instanceof InvalidDefinitionError) return error;
  }
  throw new Error('the condition was taken');
}

const FIELD_OF: Record<FieldType, string> = {
  text: 'creditor.name',
  amount: 'amount',
  date: 'booking_date',
  boolean: 'booked',
  category: 'category_id',
  tags: 'tags',
};

// The document: creditor.name "Kahvila Oy", amount -12.40, booking_date 2026-03-02, booked true, category_id 12,
// tags Trip and work.
const MATRIX: [FieldType, Operator, string | null, boolean][] = [
  ['text', 'equals', 'KAHVILA oy', true],
  ['text', 'equals', 'kahvila', false],
  ['text', 'not_equals', 'kahvila oy', false],
  ['text', 'not_equals', 'kahvila', true],
  ['text', 'contains', 'VILA', true],
  ['text', 'contains', 'villa', false],
  ['text', 'not_contains', 'vila', false],
  ['text', 'not_contains', 'villa', true],
  ['text', 'starts_with', 'kah', true],
  ['text', 'starts_with', 'oy', false],
  ['text', 'ends_with', 'OY', true],
  ['text', 'ends_with', 'kah', false],
  ['text', 'matches', '^kah.*\\boy$', true],
  ['text', 'matches', '^oy', false],
  ['text', 'not_matches', '^kah', false],
  ['text', 'not_matches', '^oy', true],
  ['text', 'in', 'Cafe, kahvila OY', true],
  ['text', 'in', 'Cafe,Kahvila', false],
  ['text', 'not_in', 'Cafe,Kahvila Oy', false],
  ['text', 'not_in', 'Cafe', true],
  ['text', 'is_empty', null, false],
  ['text', 'is_not_empty', null, true],
  ['amount', 'equals', '-12.4', true],
  ['amount', 'equals', '12.40', false],
  ['amount', 'not_equals', '-12.400', false],
  ['amount', 'not_equals', '-12.41', true],
  ['amount', 'gt', '-12.41', true],
  ['amount', 'gt', '-12.4', false],
  ['amount', 'gte', '-12.4', true],
  ['amount', 'gte', '-12.39', false],
  ['amount', 'lt', '-9', true],
  ['amount', 'lt', '-12.40', false],
  ['amount', 'lte', '-12.40', true],
  ['amount', 'lte', '-100', false],
  ['amount', 'between', '-20,-12.4', true],
  ['amount', 'between', '-12.39,0', false],
  ['amount', 'in', '1,-12.400', true],
  ['amount', 'in', '1,2', false],
  ['amount', 'not_in', '-12.40', false],
  ['amount', 'not_in', '12.40', true],
  ['amount', 'is_empty', null, false],
  ['amount', 'is_not_empty', null, true],
  ['date', 'equals', '2026-03-02', true],
  ['date', 'equals', '2026-03-03', false],
  ['date', 'not_equals', '2026-03-02', false],
  ['date', 'not_equals', '2026-03-03', true],
  ['date', 'gt', '2026-03-01', true],
  ['date', 'gt', '2026-03-02', false],
  ['date', 'gte', '2026-03-02', true],
  ['date', 'gte', '2026-03-03', false],
  ['date', 'lt', '2026-12-01', true],
  ['date', 'lt', '2026-03-02', false],
  ['date', 'lte', '2026-03-02', true],
  ['date', 'lte', '2025-12-31', false],
  ['date', 'between', '2026-03-01,2026-03-02', true],
  ['date', 'between', '2026-03-03,2026-04-01', false],
  ['date', 'in', '2026-03-02,2026-03-09', true],
  ['date', 'in', '2026-03-09', false],
  ['date', 'not_in', '2026-03-02', false],
  ['date', 'not_in', '2026-03-09', true],
  ['date', 'is_empty', null, false],
  ['date', 'is_not_empty', null, true],
  ['boolean', 'equals', 'TRUE', true],
  ['boolean', 'equals', 'false', false],
  ['boolean', 'not_equals', 'true', false],
  ['boolean', 'not_equals', 'false', true],
  ['boolean', 'is_empty', null, false],
  ['boolean', 'is_not_empty', null, true],
  ['category', 'equals', '12', true],
  ['category', 'equals', '1', false],
  ['category', 'not_equals', '12', false],
  ['category', 'not_equals', '13', true],
  ['category', 'in', '11, 12', true],
  ['category', 'in', '1,2', false],
  ['category', 'not_in', '12', false],
  ['category', 'not_in', '1', true],
  ['category', 'is_empty', null, false],
  ['category', 'is_not_empty', null, true],
  ['tags', 'contains', 'trip', true],
  ['tags', 'contains', 'wor', false],
  ['tags', 'not_contains', 'WORK', false],
  ['tags', 'not_contains', 'home', true],
  ['tags', 'in', 'home, Work', true],
  ['tags', 'in', 'home,trip work', false],
  ['tags', 'not_in', 'trip', false],
  ['tags', 'not_in', 'home', true],
  ['tags', 'is_empty', null, false],
  ['tags', 'is_not_empty', null, true],
];

describe('every operator on every type of field', () => {
  it.each(MATRIX)('%s %s %p is %p', (type, operator, value, expected) => {
    const document = { category_id: '12', tags: ['Trip', 'work'] };
    expect(holds({ field_name: FIELD_OF[type], operator, value }, document)).toBe(expected);
  });

  it('the matrix above covers the whole table, and other operators are refused', () => {
    for (const type of FIELD_TYPES) {
      const covered = new Set(MATRIX.filter(([of]) => of === type).map(([, operator]) => operator));
      expect([...covered].sort()).toEqual([...FIELD_TYPE_TABLE[type].operators].sort());
      for (const operator of OPERATORS.filter((one) => !covered.has(one))) {
        expect(problemOf({ field_name: FIELD_OF[type], operator, value: '1' }).member).toBe('operator');
      }
    }
  });

  it('a missing field equals, exceeds and contains nothing', () => {
    const without = { value_date: null, creditor: undefined };
    const date = { field_name: 'value_date', value: '2026-01-01' };
    expect(
      ['equals', 'gt', 'lt'].map((operator) => holds({ ...date, operator: operator as Operator }, without)),
    ).toEqual([false, false, false]);
    expect(holds({ ...date, operator: 'not_equals' }, without)).toBe(true);
    expect(holds({ operator: 'not_contains', value: 'a' }, without)).toBe(true);
    expect(holds({ operator: 'is_empty', value: null }, without)).toBe(true);
  });

  it('amounts compare exactly, beyond what a float holds', () => {
    const document = { amount: '9007199254740993.01' };
    expect(holds({ field_name: 'amount', operator: 'gt', value: '9007199254740993.00' }, document)).toBe(
      true,
    );
    expect(holds({ field_name: 'amount', operator: 'equals', value: '9007199254740993.02' }, document)).toBe(
      false,
    );
  });

  it('times compare by their day', () => {
    const document = { booking_datetime: '2026-03-02T23:59:59.000Z' };
    expect(holds({ field_name: 'booking_datetime', operator: 'equals', value: '2026-03-02' }, document)).toBe(
      true,
    );
  });

  it('a comma in a list is escaped with a backslash', () => {
    const document = { creditor: { name: 'Smith, Sons' } };
    expect(holds({ operator: 'in', value: 'Other,smith\\, sons' }, document)).toBe(true);
  });

  it.each([
    ['DEBIT', '-1.00', true],
    ['DEBIT', '1.00', false],
    ['CREDIT', '1.00', true],
    ['CREDIT', '-1.00', false],
    ['ANY', '-1.00', true],
  ] as const)('transaction type %s on %s: %p', (transactionType, amount, expected) => {
    expect(holds({ transaction_type: transactionType, value: 'kahvila oy' }, { amount })).toBe(expected);
  });
});

describe('invalid conditions', () => {
  it.each([
    [{ field_name: 'creditor.nme' }, 'field_name'],
    [{ field_name: 'mapped_fields.constructor' }, 'field_name'],
    [{ field_name: '__proto__.name' }, 'field_name'],
    [{ operator: 'contains', value: null }, 'value'],
    [{ operator: 'is_empty', value: 'x' }, 'value'],
    [{ operator: 'matches', value: 'a(' }, 'value'],
    [{ operator: 'matches', value: '(a)\\1' }, 'value'],
    [{ operator: 'matches', value: 'a'.repeat(1001) }, 'value'],
    [{ field_name: 'amount', value: '1e3' }, 'value'],
    [{ field_name: 'amount', operator: 'between', value: '1' }, 'value'],
    [{ field_name: 'amount', operator: 'between', value: '2,1' }, 'value'],
    [{ field_name: 'booking_date', value: '2026-02-30' }, 'value'],
    [{ field_name: 'booking_date', value: '0000-01-01' }, 'value'],
    [{ field_name: 'booked', value: 'yes' }, 'value'],
  ] as [Partial<ConditionDefinition>, string][])('%p is refused on %s', (condition, member) => {
    expect(problemOf(condition).member).toBe(member);
  });

  it('every field of the table can be read from a document that lacks it', () => {
    for (const { name } of RULE_FIELDS) {
      expect(holds({ field_name: name, operator: 'is_empty', value: null }, {})).toEqual(expect.any(Boolean));
    }
    expect(findRuleField('mapped_fields.category')).toMatchObject({ type: 'text', settable: true });
  });

  it.each([
    ['id', '1001'],
    ['financial_account_id', '17'],
    ['financial_account.name', 'everyday'],
    ['financial_account.enabled', 'true'],
    ['created_at', SAMPLE_TIME.slice(0, 10)],
  ])('%s, which is not in the document, is read, too', (fieldName, value) => {
    expect(holds({ field_name: fieldName, operator: 'equals', value })).toBe(true);
    expect(holds({ field_name: fieldName, operator: 'not_equals', value })).toBe(false);
  });

  it('a pattern that is slow in backtracking engines is matched in linear time', () => {
    const document = { creditor: { name: 'a'.repeat(5000) } };
    expect(holds({ operator: 'matches', value: '^(a+)+$b' }, document)).toBe(false);
  });
});

it('compiled text operators agree with their plain evaluation on any text', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 12 });
  const reference: Partial<Record<Operator, (field: string, value: string) => boolean>> = {
    equals: (field, value) => field === value,
    contains: (field, value) => field.includes(value),
    starts_with: (field, value) => field.startsWith(value),
    ends_with: (field, value) => field.endsWith(value),
  };
  fc.assert(
    fc.property(
      text,
      text.filter((value) => value !== ''),
      fc.constantFrom(...(Object.keys(reference) as Operator[])),
      (name, value, operator) => {
        const expected = reference[operator]?.(name.toLowerCase(), value.toLowerCase());
        expect(holds({ operator, value }, { creditor: { name } })).toBe(expected);
      },
    ),
  );
});

it('a rule finds transfers between own accounts, marked or not', () => {
  const isTransfer = (value: string) => ({
    field_name: 'is_own_transfer',
    operator: 'equals' as const,
    value,
  });
  expect(holds(isTransfer('true'), { is_own_transfer: true })).toBe(true);
  expect(holds(isTransfer('false'), { is_own_transfer: true })).toBe(false);
  expect(holds(isTransfer('true'))).toBe(false);
  expect(holds(isTransfer('false'))).toBe(true);
});
