import {
  AccountUpsertedV1,
  ConnectionChangedV1,
  ConnectionEvent,
  ListUnreadRows,
  SyncAccounts,
  TransactionUpsertedV1,
  ownerOf,
} from '@tributary/contracts';
import { SecretBox } from '@tributary/secrets';
import { eventually } from '@tributary/testing';
import { rejectedContext } from '../../src/transactions/unread/unread-rows.store';
import { FIXTURE_KEY, IngestionFixture, SandboxOptions } from '../ingestion.fixture';
import { bankIds, ledger, storedIds } from '../provider-ledger';

const TRANSACTIONS = '/transactions/';
let shared: IngestionFixture;
let fixture: IngestionFixture;
beforeAll(async () => {
  shared = await IngestionFixture.start();
  // Ids of the tables differ, so that a statement which confuses them is not right by chance.
  await shared.rows(`select setval('rejected_transactions_id_seq', 1000)`);
});
beforeEach(async () => {
  fixture = shared;
  await fixture.nextUser();
});
afterEach(async () => {
  if (fixture !== shared) await fixture.close();
});
afterAll(() => shared.close());

/** Starts another service for a test that moves the sandbox's clock, or needs other settings. */
async function startAnother(options: SandboxOptions, sync = {}): Promise<void> {
  fixture = await IngestionFixture.start(options, { sync });
}

async function syncAgain(connectionId: number) {
  const asked = await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
  return asked;
}

function published(): string[] {
  return fixture
    .events(TransactionUpsertedV1)
    .flatMap(({ transactions }) => transactions.map(({ id, version }) => `${id}@${version}`));
}

function connectionEvents(): (ConnectionEvent | null)[] {
  return fixture.events(ConnectionChangedV1).flatMap(({ event }) => (event === null ? [] : [event]));
}

describe('an unreadable row', () => {
  it.each([
    ['a decimal comma', { kind: 'bad_amount', value: '12,50' }],
    ['no number', { kind: 'bad_amount', value: 'NaN' }],
    ['25 digits', { kind: 'bad_amount', value: '1234567890123456789012345' }],
    ['no amount', { kind: 'missing_field', field: 'transactionAmount' }],
  ])(
    '(%s) is stored as rejected, the other rows are stored, and it is stored once it is readable',
    async (_, fault) => {
      await fixture.fault({ path: TRANSACTIONS, after: 2, ...fault });
      const { connection } = await fixture.connect('BERKA_1');
      await fixture.settled();

      const bank = await bankIds(fixture, 'BERKA_1');
      expect(await storedIds(fixture)).toHaveLength(bank.length - 1);
      const rejected = await fixture.rows<{ reason: string; raw_sealed: string; count: number }>(
        'select reason, raw_sealed, count from rejected_transactions',
      );
      expect(rejected).toEqual([
        {
          reason: expect.stringContaining('mount') as string,
          raw_sealed: expect.any(String) as string,
          count: 1,
        },
      ]);
      expect(rejected[0]?.raw_sealed).not.toContain('transactionId');

      const account = () => fixture.events(AccountUpsertedV1).at(-1);
      expect(account()?.document).toMatchObject({ health: { status: 'DEGRADED' }, unread_rows: 1 });
      const { id = 0 } = account() ?? {};
      const listed = { financialAccountId: id, page: 1, size: 10 };
      expect(await fixture.send(ListUnreadRows, listed)).toMatchObject({
        total: 1,
        rows: [{ reason: rejected[0]?.reason, row: expect.stringContaining('transactionId') as string }],
      });

      for (const stranger of [
        ownerOf(fixture.caller.userId + 1),
        { ...fixture.caller, accountIds: [id + 1] },
      ])
        await expect(fixture.send(ListUnreadRows, listed, stranger)).rejects.toThrow('Resource not found.');

      await syncAgain(connection.id);
      expect(await storedIds(fixture)).toEqual(bank);
      expect(await fixture.rows('select * from held_windows')).toEqual([]);
      expect(account()?.document).toMatchObject({ health: { status: 'HEALTHY' }, unread_rows: 0 });
      expect(await fixture.send(ListUnreadRows, listed)).toEqual({ total: 0, rows: [] });
    },
  );
});

it('a row that an earlier release could not read is stored once a later one can', async () => {
  const { connection } = await fixture.connect('BERKA_1');
  await fixture.settled();
  const [account] = await fixture.rows<{ id: number }>('select id from financial_accounts');
  const money = { amount: '.50', currency: 'CZK' };
  const row = { transactionId: 'late', bookingDate: '2024-01-05', transactionAmount: money };
  const context = rejectedContext(account?.id ?? 0, 'f');
  await fixture.rows(
    `insert into rejected_transactions (account_id, fingerprint, reason, raw_sealed, day)
     values ($1, 'f', 'not plain', $2, '2024-01-05')`,
    [account?.id, new SecretBox(FIXTURE_KEY).seal(JSON.stringify(row), context)],
  );
  await fixture.rows('update financial_accounts set unread_rows = 1');
  await syncAgain(connection.id);
  expect(await fixture.rows(`select day::text from transactions where document->>'amount' = '0.50'`)).toEqual(
    [{ day: '2024-01-05' }],
  );
  expect(fixture.events(AccountUpsertedV1).at(-1)?.document.unread_rows).toBe(0);
});

it('a row that appears twice in an answer is one transaction', async () => {
  await fixture.fault({ kind: 'repeat_id', path: TRANSACTIONS, times: null });
  await fixture.connect('BERKA_3');
  await fixture.settled();
  expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
  expect(new Set(published()).size).toBe(published().length);
});

describe('a broken answer', () => {
  it('that stays broken is never shown as a success, and is repaired afterwards', async () => {
    await fixture.fault({ kind: 'not_json', path: TRANSACTIONS, after: 2, times: null });
    const { connection } = await fixture.connect('BERKA_1');
    const failed = await eventually(() => {
      const last = fixture.events(AccountUpsertedV1).at(-1);
      expect(last?.document.health.status).toBe('DEGRADED');
      return last?.document;
    });
    expect(failed).toMatchObject({ transactions_last_synced_at: null });
    expect(failed?.transactions_backfill_cursor).not.toBeNull();

    await fixture.control('DELETE', '/faults');
    await syncAgain(connection.id);
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_1'));
    expect(fixture.events(AccountUpsertedV1).at(-1)?.document).toMatchObject({
      health: { status: 'HEALTHY', transient_failure_count: 0 },
      transactions_backfill_cursor: null,
    });
  });

  it('of one account does not affect the others', async () => {
    const [bad] = await ledger(fixture, 'BERKA_3');
    await fixture.fault({ kind: 'status', status: 404, path: `${bad?.id}${TRANSACTIONS}`, times: null });
    await fixture.connect('BERKA_3');
    await fixture.settled();
    const last = new Map(fixture.events(AccountUpsertedV1).map((event) => [event.id, event.document]));
    const byHealth = [...last.values()].map((it) => [it.integrator_id === bad?.id, it.health.status]).sort();
    expect(byHealth).toEqual([
      [false, 'HEALTHY'],
      [false, 'HEALTHY'],
      [true, 'FAILING'],
    ]);
    expect(connectionEvents()).toEqual(['connection.created', 'connection.activated']);
  });
});

describe('the allowance', () => {
  it('of four calls a day is never exceeded; the backfill continues the next day', async () => {
    let now = Date.now();
    const today = new Date(now).toISOString().slice(0, 10);
    await startAnother({ dailyCalls: 4, now: () => now, today });
    const { connection } = await fixture.connect('BERKA_3');
    await fixture.settled();
    const asked = async () => (await ledger(fixture, 'BERKA_3')).map(({ requests }) => requests.transactions);
    expect(await asked()).toEqual([3, 3, 3]);

    for (const calls of [6, 9]) {
      now += 86_400_000;
      await fixture.rows(`update allowances set reset_at = now()`);
      await fixture.rows(`update financial_accounts set next_sync_at = now()`);
      await fixture.settled();
      expect(await asked()).toEqual([calls, calls, calls].map((it) => Math.min(it, 8)));
    }
    expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3'));
    const accounts = await ledger(fixture, 'BERKA_3');
    expect(accounts.every((it) => it.requests_in_retry_after === 0)).toBe(true);
    await syncAgain(connection.id);
    await syncAgain(connection.id);
    const { nextAllowedAt } = await syncAgain(connection.id);
    expect(nextAllowedAt).not.toBeNull();
    expect((await ledger(fixture, 'BERKA_3')).every((it) => it.requests_in_retry_after === 0)).toBe(true);
  });
});

describe('a connection', () => {
  it('fails with the third failed sync in a row and recovers with a successful one', async () => {
    await startAnother({}, { syncRetryMs: 1 });
    await fixture.fault({ kind: 'status', status: 500, path: '/(balances|transactions)/', times: null });
    await fixture.connect('BERKA_3');
    await eventually(() => expect(connectionEvents()).toContain('connection.failing'));
    await fixture.control('DELETE', '/faults');
    await eventually(() => expect(connectionEvents()).toContain('connection.recovered'), {
      timeoutMs: 20_000,
    });
    await eventually(async () => expect(await storedIds(fixture)).toEqual(await bankIds(fixture, 'BERKA_3')));
    const moves = ['created', 'activated', 'failing', 'recovered'].map((move) => `connection.${move}`);
    expect(connectionEvents()).toEqual(moves);
  });

  it('expires once when its consent ends; its accounts keep their health', async () => {
    let now = Date.now();
    await startAnother({ now: () => now });
    const { connection } = await fixture.connect('BERKA_3');
    await fixture.settled();
    now += 200 * 86_400_000;
    await fixture.control('POST', '/provider-a/tokens/expire');
    await fixture.send(SyncAccounts, { connectionId: connection.id, financialAccountIds: null });
    await eventually(() => expect(connectionEvents()).toContain('connection.expired'));
    expect(connectionEvents().filter((event) => event === 'connection.expired')).toHaveLength(1);
    const last = new Map(fixture.events(AccountUpsertedV1).map((event) => [event.id, event.document]));
    expect([...last.values()].every((it) => it.health.status === 'HEALTHY')).toBe(true);
    const asked = await fixture.send(SyncAccounts, {
      connectionId: connection.id,
      financialAccountIds: null,
    });
    expect(asked.scheduled).toBe(0);
  });

  it('is announced before and at the end of its consent, by the calendar', async () => {
    await fixture.connect('BERKA_1');
    await fixture.settled();
    await fixture.rows(`update connections set consent_expires_at = now() + interval '6 days'`);
    await eventually(() => expect(connectionEvents()).toContain('connection.expiring'));
    await fixture.rows(`update connections set consent_expires_at = now()`);
    await eventually(() => expect(connectionEvents()).toContain('connection.expired'));
  });
});

it('an access token that ends early is renewed once, without a failure', async () => {
  const { connection } = await fixture.connect('BERKA_3');
  await fixture.settled();
  await fixture.control('POST', '/provider-a/tokens/expire');
  await syncAgain(connection.id);
  const last = fixture.events(AccountUpsertedV1).at(-1)?.document;
  expect(last?.health.status).toBe('HEALTHY');
});
