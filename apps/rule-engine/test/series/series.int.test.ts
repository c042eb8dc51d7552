import {
  AccountUpsertedV1,
  Caller,
  FindSeries,
  ownerOf,
  Problem,
  sampleAccount,
  sampleTransaction,
  SAMPLE_TIME,
  TransactionDocument,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { addDays, utcDay } from '@tributary/money';
import { eventually } from '@tributary/testing';
import { RuleEngineFixture } from '../rule-engine.fixture';

let engine: RuleEngineFixture;
let accountId = 100;
let transactionId = 0;

beforeAll(async () => {
  engine = await RuleEngineFixture.start();
});
afterAll(() => engine.close());
beforeEach(async () => {
  accountId += 1;
  const members = { userId: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME };
  await engine.feed(AccountUpsertedV1, { id: accountId, version: 1, ...members, document: sampleAccount });
});

/** Twelve payments, four weeks apart, the latest three days ago. */
function fourWeekly(members: Partial<TransactionDocument>): TransactionDocument[] {
  const latest = addDays(utcDay(Date.now()), -3);
  return Array.from({ length: 12 }, (_, index) => {
    const day = addDays(latest, -28 * (11 - index));
    return {
      ...sampleTransaction,
      ...members,
      booking_date: day,
      value_date: day,
      mapped_fields: { ...sampleTransaction.mapped_fields, ...members.mapped_fields, date: day },
    };
  });
}

async function feed(documents: readonly TransactionDocument[]): Promise<number[]> {
  const transactions = documents.map((document) => {
    transactionId += 1;
    return { id: transactionId, version: 1, createdAt: SAMPLE_TIME, updatedAt: SAMPLE_TIME, document };
  });
  await engine.feed(TransactionUpsertedV1, { financialAccountId: accountId, userId: 1, transactions });
  await eventually(async () => {
    const stored = 'select count(*)::int as count from shaped_transactions where account_id = $1';
    expect(await engine.database.query(stored, [accountId])).toEqual([{ count: documents.length }]);
  });
  return transactions.map(({ id }) => id);
}

const find = (caller: Caller = ownerOf(1)) =>
  engine.send(FindSeries, { financialAccountId: accountId }, caller);

it('finds what recurs, with the payee that rules made, and the day of the next payment', async () => {
  await engine.attachedRule([accountId], {
    action_type: 'SET_FIELD',
    field_name: 'mapped_fields.payee',
    value: 'Coffee',
  });
  const ids = await feed(fourWeekly({}));
  expect(await find()).toEqual({
    series: [
      expect.objectContaining({
        financial_account_id: accountId,
        name: 'Coffee',
        rhythm: 'FOUR_WEEKLY',
        status: 'ACTIVE',
        last_amount: '-12.40',
        expected_amount: '-12.40',
        expected_date: addDays(utcDay(Date.now()), 25),
        transaction_ids: [...ids].reverse(),
      }),
    ],
    scanned: 12,
    more: false,
  });
});

it('leaves out what is not booked, doubtful or split', async () => {
  const [first, ...others] = fourWeekly({});
  const pending = others.map((document, index): TransactionDocument => {
    if (index % 3 === 0) return { ...document, booked: false };
    if (index % 3 === 1) return { ...document, under_review: true };
    return {
      ...document,
      split: { status: 'CONFIRMED', amount: '-12.40', currency: 'EUR', parts: ['1', '2'] },
    };
  });
  await feed(first ? [first, ...pending] : []);
  expect(await find()).toEqual({ series: [], scanned: 12, more: false });
});

it('is not there for other users, and for programs without the account', async () => {
  await feed(fourWeekly({}));
  await expect(find(ownerOf(2))).rejects.toEqual(Problem.notFound());
  await expect(find({ ...ownerOf(1), accountIds: [accountId + 1] })).rejects.toEqual(Problem.notFound());
});

it('does not use identifiers that a program may not see', async () => {
  const names = [
    'Alpha',
    'Beta',
    'Gamma',
    'Delta',
    'Kappa',
    'Sigma',
    'Omega',
    'Lambda',
    'Zeta',
    'Theta',
    'Iota',
    'Rho',
  ];
  const documents = fourWeekly({}).map((document, index) => ({
    ...document,
    creditor: { iban: 'FI2112345600000785' },
    remittance_information: {},
    mapped_fields: { date: document.mapped_fields.date, payee: names[index] ?? '' },
    amount: `-${20 + 7 * index}.00`,
  }));
  await feed(documents);
  expect((await find()).series).toHaveLength(1);
  const scopes = ['accounts:read', 'transactions:read'];
  expect((await find({ ...ownerOf(1), scopes })).series).toEqual([]);
});
