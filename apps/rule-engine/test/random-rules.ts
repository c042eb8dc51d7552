import { FULL } from '@tributary/testing';
import {
  FIELD_TYPE_TABLE,
  FieldType,
  findRuleField,
  Operator,
  sampleTransaction,
  TransactionDocument,
} from '@tributary/contracts';
import fc from 'fast-check';
import { ActionDefinition, ConditionDefinition, RuleDefinition } from '../src/evaluation/rule-definition';
import { FULL_SIGHT } from '../src/evaluation/documents/sight';
import { AccountPlan } from '../src/shaping/shaping-decisions';

/** Few words, amounts and days, so that random rules often match random transactions. */
const WORDS = ['Kahvila', 'kahvila oy', 'Coffee', 'SHOP', 'shop, ltd', 'a.b', ''];
const AMOUNTS = ['-12.40', '-12.4', '12.40', '0', '0.00', '-0.01', '100', '9007199254740993.01', '-5'];
const DAYS = ['2026-03-01', '2026-03-02', '2026-12-31'];
const PATTERNS = ['^kah', 'oy$', 'c.f+ee', 'shop|coffee', '\\d', '[a-c]'];

const CATEGORIES = ['12', '13'];
const TAGS = ['trip', 'Work', 'home'];

const TEXT_FIELDS = [
  'creditor.name',
  'mapped_fields.payee',
  'additional_information',
  'mapped_fields.extra',
  'note',
];

const wordOf = fc.constantFrom(...WORDS);
const filled = fc.constantFrom(...WORDS.filter(Boolean));

export const randomDocument: fc.Arbitrary<TransactionDocument> = fc
  .record({
    amount: fc.constantFrom(...AMOUNTS),
    booked: fc.boolean(),
    payee: wordOf,
    creditor: fc.option(wordOf, { nil: undefined }),
    information: fc.option(wordOf, { nil: undefined }),
    day: fc.option(fc.constantFrom(...DAYS), { nil: null }),
    at: fc.constantFrom('', ...DAYS.map((day) => `${day}T23:59:59.000Z`)),
    category: fc.option(fc.constantFrom(...CATEGORIES), { nil: undefined }),
    tags: fc.subarray(TAGS),
  })
  .map(({ amount, booked, payee, creditor, information, day, at, category, tags }) => {
    const { creditor: _creditor, ...rest } = sampleTransaction;
    return {
      ...rest,
      amount,
      booked,
      booking_date: day,
      booking_datetime: at,
      mapped_fields: { ...(payee ? { payee } : {}), date: day },
      ...(creditor ? { creditor: { name: creditor } } : {}),
      ...(information ? { additional_information: information } : {}),
      ...(category ? { category_id: category } : {}),
      ...(tags.length > 0 ? { tags } : {}),
    };
  });

const fieldName = fc.constantFrom(
  ...TEXT_FIELDS,
  'amount',
  'booking_date',
  'booking_datetime',
  'booked',
  'category_id',
  'tags',
);

export const randomCondition: fc.Arbitrary<ConditionDefinition> = fieldName.chain((name) => {
  const type = findRuleField(name)?.type ?? 'text';
  return fc.constantFrom(...FIELD_TYPE_TABLE[type].operators).chain((operator) =>
    fc.record({
      transaction_type: fc.constantFrom('ANY', 'CREDIT', 'DEBIT'),
      field_name: fc.constant(name),
      operator: fc.constant(operator),
      value: valueFor(type, operator),
    }),
  );
});

const SINGLE_VALUES: Readonly<Record<FieldType, fc.Arbitrary<string>>> = {
  text: filled,
  amount: fc.constantFrom(...AMOUNTS),
  date: fc.constantFrom(...DAYS),
  boolean: fc.constantFrom('true', 'false'),
  category: fc.constantFrom(...CATEGORIES),
  tags: fc.constantFrom(...TAGS),
};

function valueFor(type: FieldType, operator: Operator): fc.Arbitrary<string | null> {
  if (operator === 'is_empty' || operator === 'is_not_empty') return fc.constant(null);
  if (operator === 'matches' || operator === 'not_matches') return fc.constantFrom(...PATTERNS);
  const single = SINGLE_VALUES[type];
  if (operator === 'in' || operator === 'not_in') {
    return fc.array(single, { minLength: 1, maxLength: 3 }).map((all) => all.map(escaped).join(','));
  }
  if (operator !== 'between') return single;
  return fc.constantFrom(...(type === 'amount' ? ['-12.40,0', '0,100', '-5,-5'] : ['2026-03-01,2026-03-02']));
}

const escaped = (value: string): string => value.replaceAll(',', '\\,');

const randomValue = fc.constantFrom(
  null,
  'Coffee',
  'Shop',
  '{{ creditor.name }}',
  '{{ mapped_fields.payee }}!',
);

/** Random actions of an account's rules. */
export const randomSetField: fc.Arbitrary<ActionDefinition> = fc.oneof(
  fc.record({
    action_type: fc.constant('SET_FIELD' as const),
    field_name: fc.constantFrom(...TEXT_FIELDS),
    value: randomValue,
  }),
  fc.record({
    action_type: fc.constant('SET_FIELD' as const),
    field_name: fc.constant('booking_date'),
    // fails on transactions whose day differs
    value: fc.constantFrom('2026-03-02', null, '{{ creditor.name }}'),
  }),
  fc.record({
    action_type: fc.constant('SET_FIELD' as const),
    field_name: fc.constant('category_id'),
    value: fc.constantFrom(...CATEGORIES, null),
  }),
  fc.record({
    action_type: fc.constant('SET_FIELD' as const),
    field_name: fc.constant('tags'),
    value: fc.constantFrom('trip', '+Trip,office', 'home,work', null, '+{{ creditor.name }}'),
  }),
);

/** Random actions of a link's rules. */
export const randomLinkAction: fc.Arbitrary<ActionDefinition> = fc.oneof(
  randomSetField,
  fc.record({
    action_type: fc.constant('SET_BUDGETA_FIELD' as const),
    field_name: fc.constantFrom('memo', 'payee_name'),
    value: randomValue,
  }),
);

/** A random rule; callers that use several give them ids. */
export const randomRule = (
  action: fc.Arbitrary<ActionDefinition>,
): fc.Arbitrary<Omit<RuleDefinition, 'id' | 'version'>> =>
  fc.record({
    sight: fc.constant(FULL_SIGHT),
    trigger_on_any_condition: fc.boolean(),
    skip_other_rules_when_triggered: fc.boolean(),
    conditions: fc.array(randomCondition, { maxLength: 3 }),
    actions: fc
      .array(action, { minLength: 1, maxLength: 3 })
      .map((actions) => actions.map((one, index) => ({ id: index + 1, ...one }))),
  });

/** The number of cases of a property: a share by default, all with FULL=1. */
export const propertyRuns = (share: number, full: number): { numRuns: number; seed?: number } => ({
  numRuns: FULL ? full : share,
  ...(process.env.SEED ? { seed: Number(process.env.SEED) } : {}),
});

const LINKS = [8, 9];

/** A random account with rules, and two links with rules. */
export const randomPlan: fc.Arbitrary<AccountPlan> = fc
  .record({
    account: fc.array(randomRule(randomSetField), { maxLength: 4 }),
    links: fc.tuple(...LINKS.map(() => fc.array(randomRule(randomLinkAction), { maxLength: 3 }))),
  })
  .map(({ account, links }) => {
    let id = 0;
    const numbered = (rules: typeof account) => rules.map((rule) => ({ id: (id += 1), version: 1, ...rule }));
    return {
      accountId: 17,
      facts: {},
      isDeleted: false,
      accountRules: numbered(account),
      links: links.map((rules, index) => ({
        transferLinkId: LINKS[index] ?? 0,
        destinationType: 'BUDGETA' as const,
        sight: FULL_SIGHT,
        rules: numbered(rules),
      })),
    };
  });
