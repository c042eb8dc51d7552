import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConfigureAccounts,
  CreateAccount,
  CreateTransactions,
  DeleteAccount,
  ownerOf,
  RecordBalance,
  ReprocessTransactions,
  SyncAccounts,
  UpdateAccount,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { addDays, utcDay } from '@tributary/money';
import { CALLER, IngestionFixture } from '../ingestion.fixture';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start();
});
afterAll(() => fixture.close());

const wallet = { name: ' Wallet ', currency: 'EUR', category: 'BANK', cashAccountType: 'CASH' } as const;
const make = async () => (await fixture.send(CreateAccount, wallet)).id;
const record = (financialAccountId: number, referenceDate: string, amount: string, caller = CALLER) =>
  fixture.send(RecordBalance, { financialAccountId, referenceDate, amount }, caller);
const conflict = {
  detail: { kind: 'conflict', message: expect.stringContaining('kept by hand') as unknown },
};

describe('an account that is kept by hand', () => {
  it('has no connection and no provider, and takes transactions', async () => {
    const account = await fixture.send(CreateAccount, wallet);
    expect(account).toMatchObject({
      version: 1,
      userId: CALLER.userId,
      document: {
        financial_connection_id: null,
        integrator: 'MANUAL',
        integrator_id: null,
        name: 'Wallet',
        display_name: 'Wallet',
        currency: 'EUR',
        account_category: 'BANK',
        cash_account_type: 'CASH',
        transactions_backfill_cursor: null,
      },
    });
    const fields = { amount: '-12.5', booking_date: '2026-03-05' };
    const items = [{ financialAccountId: account.id, fields }];
    const { changes } = await fixture.send(CreateTransactions, { items, mode: 'all_or_none' });
    const { upserted } = changes[0] ?? { upserted: [] };
    expect(upserted).toMatchObject([{ document: { amount: '-12.50', currency: 'EUR' } }]);
  });

  it('is never synced: a request says so, and settings of syncs schedule nothing', async () => {
    const id = await make();
    const choice = { connectionId: null, financialAccountIds: [id] };
    await expect(fixture.send(SyncAccounts, choice)).rejects.toMatchObject(conflict);
    await fixture.send(UpdateAccount, { financialAccountId: id, config: { sync_auto: true } });
    await fixture.send(ConfigureAccounts, { ...choice, config: { sync_auto: false } });
    await fixture.send(ConfigureAccounts, { ...choice, config: { sync_auto: true } });
    await fixture.send(UpdateAccount, { financialAccountId: id, enabled: false });
    await fixture.send(UpdateAccount, { financialAccountId: id, enabled: true });
    expect(
      await fixture.rows(`select 1 from financial_accounts where id = ${id} and next_sync_at is not null`),
    ).toEqual([]);
  });

  it('has nothing that could be read again, and does not keep others from it', async () => {
    const id = await make();
    const choice = { connectionId: null, financialAccountIds: [id] };
    const { document } = await fixture.send(ReprocessTransactions, choice);
    expect(document).toMatchObject({ transactions_total: 0 });
    await eventually(async () => {
      const [row] = await fixture.rows<{ status: string }>(
        'select status from reprocessings order by id desc limit 1',
      );
      expect(row?.status).toBe('DONE');
    });
  });

  it('is renamed and deleted like others', async () => {
    const id = await make();
    const renamed = await fixture.send(UpdateAccount, { financialAccountId: id, customName: 'Purse' });
    expect(renamed.document).toMatchObject({ name: 'Wallet', custom_name: 'Purse' });
    await record(id, '2026-03-01', '80');
    await expect(fixture.send(DeleteAccount, { financialAccountId: id })).resolves.toMatchObject({ id });
    expect(await fixture.rows(`select 1 from balances where account_id = ${id}`)).toEqual([]);
  });
});

describe('a balance that is recorded by hand', () => {
  it('is shown where it is the newest day’s, in whatever order they come; one of a day replaces another', async () => {
    const id = await make();
    const first = await record(id, '2026-03-02', '80');
    expect(first.snapshot).toMatchObject({
      financialAccountId: id,
      version: 1,
      changed: true,
      currency: 'EUR',
      cleared: '80.00',
      balances: [{ document: { amount: '80.00', type: 'closingBooked', reference_date: '2026-03-02' } }],
    });
    const older = await record(id, '2026-02-01', '120.00');
    expect(older.snapshot).toMatchObject({ version: 2, changed: false, cleared: '80.00' });
    expect(older.snapshot.balances).toMatchObject([{ document: { amount: '120.00' } }]);
    const again = await record(id, '2026-03-02', '75');
    expect(again.snapshot).toMatchObject({ version: 3, changed: true, cleared: '75.00' });
    expect(again.snapshot.balances[0]?.id).toBe(first.snapshot.balances[0]?.id);
    expect(again.account.document.balances_last_synced_at).not.toBeNull();
    await eventually(async () => {
      expect(
        fixture.events(BalanceSnapshottedV1).filter((one) => one.financialAccountId === id),
      ).toHaveLength(3);
      expect(fixture.events(AccountUpsertedV1).filter((one) => one.id === id)).toHaveLength(4);
    });
  });

  it('is refused for a future day, for an account of an institution, and for a stranger', async () => {
    const id = await make();
    await expect(record(id, addDays(utcDay(Date.now()), 2), '1')).rejects.toMatchObject({
      detail: { kind: 'invalid', errors: { reference_date: [expect.any(String)] } },
    });
    const { financialAccountIds } = await fixture.connect('BERKA_1', { sync_auto: false });
    await expect(record(financialAccountIds[0] ?? 0, '2026-03-02', '1')).rejects.toMatchObject(conflict);
    for (const caller of [ownerOf(8), { ...CALLER, accountIds: [id + 1000] }]) {
      await expect(record(id, '2026-03-02', '1', caller)).rejects.toMatchObject({
        detail: { kind: 'not_found' },
      });
    }
  });
});
