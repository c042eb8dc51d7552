import {
  AccountUpsertedV1,
  AnnotateTransactions,
  Caller,
  AttachRule,
  CreateCategory,
  CreateRule,
  ownerOf,
  Problem,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  SuggestCategories,
  TransactionDocument,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { newRule, RuleEngineFixture } from '../rule-engine.fixture';

const PAYMENTS = 6;
const NOT_YOURS = Problem.invalid({ transaction_ids: ['Each must be a transaction of yours.'] });

let engine: RuleEngineFixture;
let userId = 0;
let accountId = 100;
let food: number;
let home: number;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 1;
  userId += 1;
  const members = { userId, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, { id: accountId, version: 1, ...members, document: sampleAccount });
  food = await category('Food');
  home = await category('Home');
});

const category = async (name: string): Promise<number> =>
  (await engine.send(CreateCategory, { name, group: null, hidden: false }, ownerOf(userId))).id;

const transactionId = (n: number): number => accountId * 1000 + n;

/** Feeds transactions 1, 2, … of the test's account. */
async function feed(documents: readonly TransactionDocument[]): Promise<void> {
  const members = { version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  const transactions = documents.map((document, index) => ({
    id: transactionId(index + 1),
    ...members,
    document,
  }));
  await engine.feed(TransactionUpsertedV1, { financialAccountId: accountId, userId, transactions });
  await eventually(async () => {
    const stored = 'select count(*)::int as count from shaped_transactions where account_id = $1';
    expect(await engine.database.query(stored, [accountId])).toEqual([{ count: documents.length }]);
  });
}

const paidTo = (payee: string, amount: string): TransactionDocument => ({
  ...sampleTransaction,
  amount,
  creditor: { name: payee },
  mapped_fields: { payee, description: payee, date: '2026-03-02' },
  remittance_information: { unstructured: payee },
});

const choose = (n: number, categoryId: number) =>
  engine.send(
    AnnotateTransactions,
    {
      items: [{ transactionId: transactionId(n), changes: { category_id: String(categoryId) } }],
      mode: 'all_or_none',
    },
    ownerOf(userId),
  );

const suggest = (ids: number[], caller: Caller = ownerOf(userId)) =>
  engine.send(SuggestCategories, { transaction_ids: ids.map(transactionId) }, caller);

/** Six payments to a café and six to a shop for homes with their categories; of each one more without. */
async function taught(): Promise<void> {
  const amounts = Array.from({ length: PAYMENTS }, (_, index) => `-${10 + 7 * index}.50`);
  await feed([
    ...amounts.map((amount) => paidTo('Kahvila', amount)),
    ...amounts.map((amount) => paidTo('Homestead', amount)),
    paidTo('Kahvila', '-99.00'),
    paidTo('Homestead', '-99.00'),
    paidTo('Nowhere', '123.00'),
  ]);
  for (let n = 1; n <= PAYMENTS; n += 1) await choose(n, food);
  for (let n = 1; n <= PAYMENTS; n += 1) await choose(PAYMENTS + n, home);
}
const [CAFE, SHOP, UNKNOWN] = [2 * PAYMENTS + 1, 2 * PAYMENTS + 2, 2 * PAYMENTS + 3];

it('suggests what the user chose before, with its reason and the condition of a rule', async () => {
  await taught();
  const { suggestions, learned } = await suggest([CAFE, SHOP, UNKNOWN]);
  expect(learned).toBe(2 * PAYMENTS);
  expect(suggestions).toEqual([
    expect.objectContaining({
      transaction_id: transactionId(CAFE),
      category_id: food,
      evidence: 'payee',
      agreeing: PAYMENTS,
      of: PAYMENTS,
      conditions: [
        {
          transaction_type: 'DEBIT',
          field_name: 'mapped_fields.payee',
          operator: 'equals',
          value: 'Kahvila',
        },
      ],
    }),
    expect.objectContaining({ transaction_id: transactionId(SHOP), category_id: home }),
  ]);
  expect(suggestions[0]?.certainty).toBeGreaterThan(0.6);
});

it('learns nothing from other users, and nothing of accounts that a program may not see', async () => {
  await taught();
  const teacher = accountId;
  accountId += 1;
  const members = { createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document: sampleAccount };
  await engine.feed(AccountUpsertedV1, { id: accountId, version: 1, userId, ...members });
  await feed([paidTo('Kahvila', '-99.00')]);
  expect(await suggest([1])).toMatchObject({ suggestions: [{ category_id: food }], learned: 2 * PAYMENTS });
  expect(await suggest([1], { ...ownerOf(userId), accountIds: [accountId] })).toEqual({
    suggestions: [],
    learned: 0,
  });
  await expect(suggest([1], { ...ownerOf(userId), accountIds: [teacher] })).rejects.toEqual(NOT_YOURS);
  await expect(suggest([1], ownerOf(userId + 1000))).rejects.toEqual(NOT_YOURS);
});

it('does not follow from accounts of others that a program may not see', async () => {
  const iban = 'FI2112345600000785';
  const rows = Array.from({ length: PAYMENTS }, (_, index) => ({
    ...paidTo(`N${'abcdef'[index] ?? ''}xyz`, `-${10 + 7 * index}.50`),
    creditor: { iban },
  }));
  await feed([...rows, { ...paidTo('Otherwise', '-0.07'), creditor: { iban } }]);
  for (let n = 1; n <= PAYMENTS; n += 1) await choose(n, food);
  expect((await suggest([PAYMENTS + 1])).suggestions).toMatchObject([
    { category_id: food, evidence: 'account' },
  ]);
  const narrow = { ...ownerOf(userId), scopes: ['transactions:read'] };
  const [blind] = (await suggest([PAYMENTS + 1], narrow)).suggestions;
  expect(blind?.evidence).not.toBe('account');
  expect(JSON.stringify(blind ?? null)).not.toContain(iban);
});

it('the rule of a suggestion gives its category to payments of the payee, and not to refunds', async () => {
  await taught();
  const [suggestion] = (await suggest([CAFE])).suggestions;
  const actions = [{ action_type: 'SET_FIELD' as const, field_name: 'category_id', value: String(food) }];
  const rule = newRule({ conditions: suggestion?.conditions ?? [], actions });
  const { id } = await engine.send(CreateRule, rule, ownerOf(userId));
  accountId += 1;
  const members = { userId, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, { id: accountId, version: 1, ...members, document: sampleAccount });
  await engine.send(
    AttachRule,
    { rule_id: id, targets: { kind: 'account', ids: [accountId] } },
    ownerOf(userId),
  );
  await feed([paidTo('Kahvila', '-3.00'), { ...paidTo('Kahvila', '3.00'), debtor: { name: 'Kahvila' } }]);
  const shown = `select coalesce(shaped, raw)->>'category_id' as category from shaped_transactions
                  where account_id = $1 order by transaction_id`;
  expect(await engine.database.query(shown, [accountId])).toEqual([
    { category: String(food) },
    { category: null },
  ]);
});

it('follows from the other party, also where the sign of the amount was changed', async () => {
  const theirs = { name: 'Shop', iban: 'FI5555555500000785' };
  const rows = Array.from({ length: PAYMENTS }, (_, index) => ({
    ...paidTo(`N${'abcdef'[index] ?? ''}xyz`, `${10 + 7 * index}.50`),
    holder: 'debtor' as const,
    debtor: { name: 'Maija', iban: 'FI2112345600000785' },
    creditor: theirs,
  }));
  const wanted = { ...paidTo('Otherwise', '0.07'), debtor: { iban: 'FI2112345600000785' }, creditor: {} };
  await feed([...rows, wanted]);
  for (let n = 1; n <= PAYMENTS; n += 1) await choose(n, food);
  const [suggestion] = (await suggest([PAYMENTS + 1])).suggestions;
  expect(suggestion?.evidence).not.toBe('account');
});
