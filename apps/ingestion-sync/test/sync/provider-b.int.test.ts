import {
  AccountUpsertedV1,
  ActivateConnection,
  ConnectionChangedV1,
  CreateConnection,
  SyncAccounts,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { IngestionFixture } from '../ingestion.fixture';
import { LedgerAccount } from '../provider-ledger';

let shared: IngestionFixture;
let fixture: IngestionFixture;
let connectionId: number;
beforeAll(async () => {
  shared = await start(1000);
});
beforeEach(async () => {
  fixture = shared;
  await fixture.nextUser();
});
afterEach(async () => {
  if (fixture !== shared) await fixture.close();
});
afterAll(() => shared.close());

function start(dailyCalls: number): Promise<IngestionFixture> {
  return IngestionFixture.start({ dailyCalls }, ({ providerBUrl, credentials }) => ({
    providers: {
      PROVIDER_B: {
        baseUrl: providerBUrl,
        ...credentials.providerB,
        dailyCalls,
        connections: 8,
        timeoutMs: 5000,
      },
    },
  }));
}

const behave = (behaviour: object): Promise<unknown> =>
  fixture.control('PUT', '/provider-b/behaviour', behaviour);

/** @returns the ids of its accounts */
async function connect(): Promise<number[]> {
  const { connection, link } = await fixture.send(CreateConnection, {
    provider: 'PROVIDER_B',
    institutionExternalId: 'CZ:BERKA_3',
    reference: null,
    redirectUrl: 'https://client.example/callback',
    accountConfig: {},
  });
  connectionId = connection.id;
  const redirect = await fetch(link, { redirect: 'manual' });
  const callback = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
  const activated = await fixture.send(ActivateConnection, {
    connectionId,
    callback,
    browserConfirmed: true,
  });
  return activated.financialAccountIds;
}

async function sync(): Promise<void> {
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
}

async function ledger(): Promise<LedgerAccount[]> {
  const answer = await fixture.control('GET', '/ledger/provider-b?institution=BERKA_3');
  return (answer as { accounts: LedgerAccount[] }).accounts;
}

async function bankIds(): Promise<string[]> {
  return (await ledger()).flatMap(({ transaction_ids }) => transaction_ids).sort();
}

async function storedIds(): Promise<string[]> {
  const rows = await fixture.rows<{ id: string }>(
    `select document->'external_identifiers'->>'entry_reference' as id from transactions`,
  );
  return rows.map(({ id }) => id).sort();
}

/** Returns the stored rows, independent of their order of arrival. */
function contents(): Promise<unknown[]> {
  return fixture.rows(
    `select a.identity_key as account, t.identity_key, t.document
       from transactions t join financial_accounts a on a.id = t.account_id order by 1, 2`,
  );
}

function published(): string[] {
  return fixture
    .events(TransactionUpsertedV1)
    .flatMap(({ transactions }) => transactions.map(({ id, version }) => `${id}@${version}`));
}

it('stores every transaction of every account, and publishes each once', async () => {
  expect(await connect()).toHaveLength(3);
  await fixture.settled();
  expect(await storedIds()).toEqual(await bankIds());
  expect(published()).toHaveLength((await storedIds()).length);
  const last = fixture.events(AccountUpsertedV1).at(-1);
  expect(last?.document).toMatchObject({ integrator: 'PROVIDER_B', health: { status: 'HEALTHY' } });
});

it('gives the same database however pages are cut, doubled, emptied or reversed, once or twice', async () => {
  await connect();
  await fixture.settled();
  const usual = await contents();
  const before = published().length;
  await behave({ rows_per_page: 4, doubled_pages: true });
  await sync();
  await behave({ rows_per_page: 3, empty_pages: true, ignores_date_from: true });
  await sync();
  expect(published()).toHaveLength(before);

  await fixture.nextUser();
  await behave({ rows_per_page: 7, empty_pages: true, doubled_pages: true });
  await fixture.fault({
    target: 'provider-b',
    kind: 'reverse_rows',
    path: '/transactions',
    times: null,
  });
  await connect();
  await fixture.settled();
  expect(await contents()).toEqual(usual);
});

it('gives the same database if the bank has no references, however pages are cut', async () => {
  await behave({ without_references: true });
  await connect();
  await fixture.settled();
  const usual = await contents();
  expect(usual).toHaveLength((await bankIds()).length);
  await behave({ without_references: true, rows_per_page: 1 });
  await sync();
  expect(await contents()).toEqual(usual);
});

it('of four calls a day keeps one for tomorrow, and pages cost none', async () => {
  fixture = await start(4);
  await behave({ rows_per_page: 5 });
  await connect();
  await fixture.settled();
  const accounts = await ledger();
  expect(accounts.every(({ requests_in_retry_after }) => requests_in_retry_after === 0)).toBe(true);
  const used = await fixture.rows<{ used: number }>(
    `select used from allowances where resource = 'transactions'`,
  );
  expect(used.map((row) => row.used)).toEqual([3, 3, 3]);
  expect(Math.min(...accounts.map(({ requests }) => requests.transactions ?? 0))).toBeGreaterThan(3);
});

it('a session that ends during the backfill expires the connection; a new one continues with the same accounts', async () => {
  await fixture.fault({
    target: 'provider-b',
    kind: 'status',
    status: 401,
    error: 'EXPIRED_SESSION',
    path: '/transactions',
    after: 4,
    times: null,
  });
  const accounts = await connect();
  await eventually(() => {
    const events = fixture.events(ConnectionChangedV1).map(({ event }) => event);
    expect(events).toContain('connection.expired');
  });
  const states = await fixture.rows<{ status: string }>(
    'select health->>$1 as status from financial_accounts',
    ['status'],
  );
  expect(states.some(({ status }) => status === 'FAILING')).toBe(false);

  await fixture.control('DELETE', '/faults');
  expect((await connect()).sort()).toEqual([...accounts].sort());
  await fixture.settled();
  expect(await storedIds()).toEqual(await bankIds());
  expect(new Set(published()).size).toBe(published().length);
});

it('a bank with 200 days of history is read to its first day, and the account says why it ends there', async () => {
  await behave({ history_days: 200 });
  await connect();
  await fixture.settled();
  const oldest = new Date(Date.now() - 200 * 86_400_000).toISOString().slice(0, 10);
  const [row] = await fixture.rows<{ days: string[]; reasons: string[] }>(
    `select array(select distinct booking_date::text from transactions order by 1) as days,
            array(select distinct history_end_reason from financial_accounts) as reasons`,
  );
  expect(row?.reasons).toEqual(['The institution refused older data.']);
  await behave({});
  const all = await fixture.rows<{ n: number }>(
    'select count(*)::int as n from transactions where booking_date < $1',
    [oldest],
  );
  expect(all).toEqual([{ n: 0 }]);
  expect(row?.days.some((day) => day < new Date(Date.now() - 180 * 86_400_000).toISOString())).toBe(true);
});

describe('an institution that refuses older days without saying why', () => {
  const OLDER = '/transactions\\?.*date_to=';

  const refuse = (times: number | null): Promise<unknown> =>
    fixture.fault({
      target: 'provider-b',
      kind: 'status',
      status: 400,
      error: 'ASPSP_ERROR',
      path: OLDER,
      times,
    });

  async function syncAgain(): Promise<void> {
    await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
    await fixture.settled();
  }

  const requests = async (): Promise<number> =>
    (await ledger()).reduce((sum, account) => sum + (account.requests.transactions ?? 0), 0);

  it('has its new rows read, and ends the history there: one request for it in a sync, three in all', async () => {
    await refuse(null);
    await connect();
    await fixture.settled();
    expect(await storedIds()).not.toHaveLength(0);
    const accounts = fixture.events(AccountUpsertedV1).map(({ document }) => document);
    expect(accounts.at(-1)).toMatchObject({
      health: { status: 'HEALTHY' },
      transactions_backfill_cursor: null,
    });
    const count = (await ledger()).length;
    const made = [await requests()];
    for (let sync = 0; sync < 3; sync += 1) {
      await syncAgain();
      made.push(await requests());
    }
    expect(made).toEqual([2, 4, 6, 7].map((each) => each * count));
    expect(await fixture.rows('select * from held_windows')).toEqual([]);
  });

  it('and was only broken: its history is read when it answers again', async () => {
    const accounts = 3;
    await refuse(accounts);
    await connect();
    await fixture.settled();
    expect(await storedIds()).not.toEqual(await bankIds());
    await syncAgain();
    expect(await storedIds()).toEqual(await bankIds());
    expect(
      await fixture.rows('select distinct history_state, history_end_reason from financial_accounts'),
    ).toEqual([{ history_state: 'COMPLETE', history_end_reason: null }]);
  });
});
