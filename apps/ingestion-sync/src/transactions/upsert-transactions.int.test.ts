import { DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { IngestionFixture } from '../testing/ingestion.fixture';
import { fromProvider } from '../providers/provider-a/transaction-fields';
import { toRows } from './transaction-rows';
import { upsertTransactions } from './upsert-transactions';

let fixture: IngestionFixture;
let account: number;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());
beforeEach(async () => {
  const { financialAccountIds } = await fixture.connect('BERKA_1', { sync_auto: false });
  account = financialAccountIds[0] ?? 0;
  await fixture.rows('delete from transactions');
});

interface Sent {
  readonly [field: string]: unknown;
}

const coffee: Sent = {
  bookingDate: '2026-03-02',
  transactionAmount: { amount: '-2.50', currency: 'EUR' },
  creditorName: 'Kahvila',
};

/** Writes one answer; gives `id@version` of what was new or changed. */
async function take(...sent: Sent[]): Promise<string[]> {
  const transactions = sent.map((row) => fromProvider(row, true, null));
  const rows = toRows(transactions, DEFAULT_ACCOUNT_CONFIG.map_fields);
  const written = await fixture.database.transaction((tx) =>
    upsertTransactions(tx, [{ accountId: account, rows }]),
  );
  return (written.get(account) ?? []).map(({ id, version }) => `${id}@${version}`);
}

async function stored(): Promise<number> {
  const [row] = await fixture.rows<{ count: number }>('select count(*)::int as count from transactions');
  return row?.count ?? 0;
}

it('the same answer again writes nothing', async () => {
  const answer = [
    coffee,
    coffee,
    { ...coffee, transactionId: 'a' },
    { ...coffee, internalTransactionId: 'x' },
  ];
  expect(await take(...answer)).toHaveLength(4);
  expect(await take(...answer)).toEqual([]);
  expect(await take(...[...answer].reverse())).toEqual([]);
  expect(await stored()).toBe(4);
});

it('a change of a known row raises its version and keeps its id', async () => {
  const [first] = await take({ ...coffee, internalTransactionId: 'x' });
  const [second] = await take({ ...coffee, internalTransactionId: 'x', creditorName: 'Kahvila Oy' });
  expect(second).toBe(first?.replace('@1', '@2'));
});

it('an id that the institution repeats makes no second row when it is alone again', async () => {
  await take({ ...coffee, transactionId: 'a' }, { ...coffee, transactionId: 'a', creditorName: 'Other' });
  await take({ ...coffee, transactionId: 'a' });
  expect(await stored()).toBe(2);
});

it('an id that the institution changes or begins to give makes no second row', async () => {
  const [first] = await take(coffee);
  await take({ ...coffee, transactionId: 'a' });
  await take({ ...coffee, transactionId: 'b' });
  const [last] = await take({ ...coffee, internalTransactionId: 'x' });
  expect(last?.split('@')[0]).toBe(first?.split('@')[0]);
  expect(await stored()).toBe(1);
});

it('a second equal purchase is a second row, also where it comes later and with an id', async () => {
  await take({ ...coffee, transactionId: 'a' });
  await take({ ...coffee, transactionId: 'b' }, { ...coffee, transactionId: 'a' });
  expect(await stored()).toBe(2);
});
