import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  SyncAccounts,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { IngestionFixture } from '../testing/ingestion.fixture';

interface LedgerAccount {
  id: string;
  name: string;
  transaction_count: number;
  transaction_ids: string[];
  last_balance: string;
  requests: Record<string, number>;
  requests_in_retry_after: number;
}

let fixture: IngestionFixture;
afterEach(() => fixture.close());

async function ledger(institution: string): Promise<LedgerAccount[]> {
  const answer = await fixture.control('GET', `/ledger/provider-a?institution=${institution}`);
  return (answer as { accounts: LedgerAccount[] }).accounts;
}

async function storedIds(): Promise<string[]> {
  const rows = await fixture.rows<{ id: string }>(
    `select a.external_id || '/' || (t.document->'external_identifiers'->>'institution_transaction_id') as id
       from transactions t join financial_accounts a on a.id = t.account_id order by 1`,
  );
  return rows.map(({ id }) => id);
}

async function bankIds(institution: string): Promise<string[]> {
  const accounts = await ledger(institution);
  return accounts
    .flatMap(({ id, transaction_ids }) => transaction_ids.map((transaction) => `${id}/${transaction}`))
    .sort();
}

function toldTransactions() {
  return fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions);
}

describe('a first sync', () => {
  it('takes every transaction of every account once and tells of each once', async () => {
    fixture = await IngestionFixture.start();
    const { financialAccountIds } = await fixture.connect('BERKA_20');
    await fixture.settled();

    expect(financialAccountIds).toHaveLength(20);
    expect(await storedIds()).toEqual(await bankIds('BERKA_20'));
    const told = toldTransactions();
    expect(new Set(told.map(({ id }) => id)).size).toBe(told.length);
    expect(told).toHaveLength((await storedIds()).length);
    expect(told.every(({ version }) => version === 1)).toBe(true);
  });

  it('tells the balances and an account whose history is complete', async () => {
    fixture = await IngestionFixture.start();
    await fixture.connect('BERKA_3');
    await fixture.settled();

    const accounts = await ledger('BERKA_3');
    const balances = fixture.events(BalanceSnapshottedV1);
    expect(balances.map(({ cleared }) => cleared).sort()).toEqual(
      accounts.map((it) => it.last_balance).sort(),
    );
    const last = new Map(fixture.events(AccountUpsertedV1).map((event) => [event.id, event.document]));
    expect([...last.values()].map((it) => it.transactions_backfill_cursor)).toEqual([null, null, null]);
    expect([...last.values()].every((it) => it.health.status === 'HEALTHY')).toBe(true);
    expect([...last.values()].every((it) => it.transactions_last_synced_at !== null)).toBe(true);
  });

  it('asks for six windows where the history is 540 days', async () => {
    fixture = await IngestionFixture.start();
    await fixture.connect('BERKA_3');
    await fixture.settled();
    expect((await ledger('BERKA_3')).map(({ requests }) => requests.transactions)).toEqual([6, 6, 6]);
  });
});

describe('a second sync', () => {
  it('of the same data tells of no transaction', async () => {
    fixture = await IngestionFixture.start();
    const { connection } = await fixture.connect('BERKA_3');
    await fixture.settled();
    const before = toldTransactions().length;

    await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
    await fixture.settled();

    expect(toldTransactions()).toHaveLength(before);
    expect(
      fixture
        .events(BalanceSnapshottedV1)
        .map(({ changed }) => changed)
        .sort(),
    ).toEqual([false, false, false, true, true, true]);
  });
});
