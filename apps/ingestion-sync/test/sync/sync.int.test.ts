import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  InstitutionUpsertedV1,
  SyncAccounts,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { SyncLoop } from '../../src/sync/sync-loop';
import { IngestionFixture } from '../ingestion.fixture';
import { bankIds, ledger, storedIds } from '../provider-ledger';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

function publishedTransactions() {
  return fixture.events(TransactionUpsertedV1).flatMap(({ transactions }) => transactions);
}

describe('a sync that a user asks for', () => {
  it('wakes the loop, which looks for other work only once a second', async () => {
    const { app } = fixture.instance;
    const rounds = jest.spyOn(app.get(SyncLoop), 'wake');
    const { financialAccountIds } = await fixture.connect('BERKA_4');
    await fixture.settled();
    rounds.mockClear();
    await fixture.send(SyncAccounts, { connectionId: null, financialAccountIds });
    expect(rounds).toHaveBeenCalledTimes(1);
    rounds.mockRestore();
  });
});

describe('a first sync', () => {
  it('stores and publishes every transaction of every account once', async () => {
    const { financialAccountIds } = await fixture.connect('BERKA_20');
    await fixture.settled();

    expect(financialAccountIds).toHaveLength(20);
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_20'));
    const published = publishedTransactions();
    expect(new Set(published.map(({ id }) => id)).size).toBe(published.length);
    expect(published).toHaveLength((await storedIds(fixture)).length);
    expect(published.every(({ version }) => version === 1)).toBe(true);
  });

  it('publishes the institution, the balances, and accounts whose history is complete', async () => {
    // No other test of this suite has connected it, so it is published once.
    await fixture.connect('BERKA_4');
    await fixture.settled();

    const institutions = fixture.events(InstitutionUpsertedV1).map(({ document }) => document.external_id);
    expect(institutions.filter((id) => id === 'BERKA_4')).toHaveLength(1);
    const accounts = await ledger(fixture, 'BERKA_4');
    const balances = fixture.events(BalanceSnapshottedV1);
    expect(balances.map(({ cleared }) => cleared).sort()).toEqual(
      accounts.map((it) => it.last_balance).sort(),
    );
    const last = new Map(fixture.events(AccountUpsertedV1).map((event) => [event.id, event.document]));
    expect([...last.values()].map((it) => it.transactions_backfill_cursor)).toEqual([null, null, null, null]);
    expect([...last.values()].every((it) => it.health.status === 'HEALTHY')).toBe(true);
    expect([...last.values()].every((it) => it.transactions_last_synced_at !== null)).toBe(true);
  });

  it('requests six windows if the history is 540 days', async () => {
    await fixture.connect('BERKA_3');
    await fixture.settled();
    const asked = (await ledger(fixture, 'BERKA_3')).map(({ requests }) => requests.transactions);
    expect(asked).toEqual([6, 6, 6]);
  });
});

describe('a second sync', () => {
  it('of the same data publishes no transaction', async () => {
    const { connection } = await fixture.connect('BERKA_3');
    await fixture.settled();
    const before = publishedTransactions().length;

    await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
    await fixture.settled();

    expect(publishedTransactions()).toHaveLength(before);
    const changed = fixture.events(BalanceSnapshottedV1).map((event) => event.changed);
    expect(changed.sort()).toEqual([false, false, false, true, true, true]);
  });

  it('publishes only what the bank added and changed, with a higher version', async () => {
    const { connection, financialAccountIds } = await fixture.connect('BERKA_1');
    await fixture.settled();
    const [account] = await ledger(fixture, 'BERKA_1');
    const before = publishedTransactions().length;
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const added = (text: string) => ({
      transactionId: 'new-1',
      internalTransactionId: 'internal-new-1',
      bookingDate: day,
      transactionAmount: { amount: '-3.10', currency: 'CZK' },
      remittanceInformationUnstructured: text,
    });
    const sync = async (text: string) => {
      await fixture.control('POST', `/provider-a/accounts/${account?.id}/transactions`, {
        booked: [added(text)],
      });
      await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
      await fixture.settled();
    };
    await sync('Tea\u0000 and \ud800cake');
    await sync('Tea');

    const published = publishedTransactions().slice(before);
    expect(published.map(({ version, document }) => [version, document.mapped_fields.description])).toEqual([
      [1, 'Tea and cake'],
      [2, 'Tea'],
    ]);
    expect(new Set(published.map(({ id }) => id)).size).toBe(1);
    expect(fixture.events(TransactionUpsertedV1).at(-1)?.financialAccountId).toBe(financialAccountIds[0]);
  });
});
