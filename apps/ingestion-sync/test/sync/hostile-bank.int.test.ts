import {
  AccountUpsertedV1,
  ConnectionChangedV1,
  CreateConnection,
  ActivateConnection,
  SyncAccounts,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { BankRow, bankRows, expectTheBanksTruth, storedRowIds } from '../bank-truth';
import { IngestionFixture } from '../ingestion.fixture';
import { ledger } from '../provider-ledger';

const TRANSACTIONS = '/transactions/';
const TODAY = new Date().toISOString().slice(0, 10);
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const ONE = 'BERKA_1';
const THREE = 'BERKA_3';

let fixture: IngestionFixture;
beforeAll(async () => {
  fixture = await IngestionFixture.start({ dailyCalls: 1000 }, ({ providerBUrl, credentials }) => ({
    providers: {
      PROVIDER_B: {
        baseUrl: providerBUrl,
        ...credentials.providerB,
        dailyCalls: 1000,
        connections: 8,
        timeoutMs: 5000,
      },
    },
  }));
});
beforeEach(() => fixture.nextUser());
afterAll(() => fixture.close());

const behave = (behaviour: object): Promise<unknown> =>
  fixture.control('PUT', '/provider-a/behaviour', behaviour);
const behaveB = (behaviour: object): Promise<unknown> =>
  fixture.control('PUT', '/provider-b/behaviour', behaviour);

/** Changes the data of the bank's first account. */
async function atTheBank(change: { booked?: BankRow[]; pending?: BankRow[] }): Promise<void> {
  const [account] = await bankRows(fixture, ONE);
  await fixture.control('POST', `/provider-a/accounts/${account?.id}/transactions`, change);
}

async function connected(institution = ONE): Promise<number> {
  const { connection } = await fixture.connect(institution, { sync_pending_transactions: true });
  await fixture.settled();
  return connection.id;
}

async function sync(connectionId: number): Promise<void> {
  await fixture.send(SyncAccounts, { connectionId, financialAccountIds: null });
  await fixture.settled();
}

/** Connects the same bank through PROVIDER_B. */
async function connectedByB(): Promise<number> {
  const { connection, link } = await fixture.send(CreateConnection, {
    provider: 'PROVIDER_B',
    institutionExternalId: `CZ:${THREE}`,
    reference: null,
    redirectUrl: 'https://client.example/callback',
    accountConfig: {},
  });
  const redirect = await fetch(link, { redirect: 'manual' });
  const callback = Object.fromEntries(new URL(redirect.headers.get('location') ?? '').searchParams);
  await fixture.send(ActivateConnection, { connectionId: connection.id, callback, browserConfirmed: true });
  await fixture.settled();
  return connection.id;
}

function spent(amount: string, creditorName: string, day = YESTERDAY): BankRow {
  return { transactionAmount: { amount: `-${amount}`, currency: 'CZK' }, creditorName, valueDate: day };
}

function pending(purchase: string, row: BankRow): BankRow {
  return { ...row, purchase };
}

function booked(purchase: string, row: BankRow, bookingDate = TODAY): BankRow {
  return { ...row, purchase, bookingDate, transactionId: `bank-${purchase}` };
}

async function historyStates(): Promise<string[]> {
  const rows = await fixture.rows<{ state: string }>('select history_state as state from financial_accounts');
  return rows.map(({ state }) => state);
}

async function requestsForTransactions(): Promise<number> {
  const [account] = await ledger(fixture, ONE);
  return account?.requests.transactions ?? 0;
}

const coffee = spent('65.00', 'Kavárna Slavia');

describe('ids', () => {
  it.each(['rotated', 'renumbered'])('%s with each answer: every row is recognized', async (style) => {
    await behave({ transaction_ids: style });
    const connection = await connected(THREE);
    await expectTheBanksTruth(fixture, THREE);
    const before = await storedRowIds(fixture);
    await atTheBank({ booked: [booked('new', coffee)] });
    await sync(connection);
    await expectTheBanksTruth(fixture, THREE);
    expect(await storedRowIds(fixture)).toEqual(expect.arrayContaining(before));
  });

  it('shared by two rows: both are stored, and stay', async () => {
    await behave({ transaction_ids: 'shared' });
    await atTheBank({ booked: [booked('coffee', coffee), booked('tea', spent('80.00', 'Čajovna'))] });
    const connection = await connected();
    await expectTheBanksTruth(fixture, ONE);
    const before = await storedRowIds(fixture);
    await atTheBank({ booked: [booked('cake', spent('95.00', 'Cukrárna'))] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
    expect(await storedRowIds(fixture)).toEqual(expect.arrayContaining(before));
  });

  it.each(['kept', 'rotated', 'renumbered', 'shared'])(
    'of equal purchases on one day, %s: each is stored once, also a later third one',
    async (style) => {
      await behave({ transaction_ids: style });
      await atTheBank({ booked: [booked('coffee#first', coffee), booked('coffee#second', coffee)] });
      const connection = await connected();
      await expectTheBanksTruth(fixture, ONE);
      await atTheBank({ booked: [booked('coffee#third', coffee)] });
      await sync(connection);
      await expectTheBanksTruth(fixture, ONE);
    },
  );
});

describe('a pending purchase', () => {
  it('that books with a tip is one transaction under its first id', async () => {
    const connection = await connected();
    await atTheBank({ pending: [pending('dinner', spent('400.00', 'Bistro Karlín'))] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
    const before = await storedRowIds(fixture);
    await atTheBank({ pending: [], booked: [booked('dinner', spent('450.00', 'Bistro Karlín'))] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
    expect(await storedRowIds(fixture)).toEqual(before);
  });

  it('that never books disappears, and no other purchase of its amount with it', async () => {
    const connection = await connected();
    await atTheBank({ pending: [pending('hotel', spent('900.00', 'Hotel Opera'))] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
    await atTheBank({ pending: [], booked: [booked('shoes', spent('900.00', 'Obuv Praha'))] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
  });

  it('that is first listed after it was booked is the booked one', async () => {
    const connection = await connected();
    await atTheBank({ booked: [booked('coffee', coffee)] });
    await sync(connection);
    const before = await storedRowIds(fixture);
    await atTheBank({ pending: [pending('coffee', coffee)] });
    await sync(connection);
    expect(await storedRowIds(fixture)).toEqual(before);
    await atTheBank({ pending: [] });
    await sync(connection);
    await expectTheBanksTruth(fixture, ONE);
    expect(await storedRowIds(fixture)).toEqual(before);
  });
});

describe('pages', () => {
  it.each([
    ['that are repeated', { doubled_pages: true }],
    ['that are empty and name a next one', { empty_pages: true }],
  ])('%s', async (_, behaviour) => {
    await behaveB({ rows_per_page: 5, ...behaviour });
    const connection = await connectedByB();
    await expectTheBanksTruth(fixture, THREE);
    await sync(connection);
    await expectTheBanksTruth(fixture, THREE);
  });

  it('that shift because the bank books between them', async () => {
    await behaveB({ rows_per_page: 3 });
    await fixture.fault({ target: 'provider-b', kind: 'slow', delay_ms: 400, path: 'continuation_key' });
    const reading = connectedByB();
    await eventually(async () => {
      expect(await fixture.control('GET', '/faults')).toMatchObject([{ applied: 1 }]);
    });
    const { purchase: _, ...row } = booked('between', coffee, YESTERDAY);
    await atTheBank({ booked: [row] });
    await sync(await reading);
    await expectTheBanksTruth(fixture, THREE);
  });

  it('that time out in the middle of a window', async () => {
    await behaveB({ rows_per_page: 5 });
    await fixture.fault({
      target: 'provider-b',
      kind: 'timeout',
      delay_ms: 1,
      path: 'continuation_key',
      after: 1,
      times: 30,
    });
    const connection = await connectedByB();
    await fixture.control('DELETE', '/faults');
    await sync(connection);
    await expectTheBanksTruth(fixture, THREE);
  });
});

describe('an answer', () => {
  it.each([
    ['of status 500', { kind: 'status', status: 500 }],
    ['of status 503', { kind: 'status', status: 503 }],
    ['that does not come in time', { kind: 'timeout', delay_ms: 1 }],
    ['of a connection that is cut at once', { kind: 'drop' }],
    ['of a connection that is cut after the bank did its work', { kind: 'drop_after_accept' }],
    ['of truncated JSON', { kind: 'truncate' }],
    ['that is a page of HTML', { kind: 'not_json' }],
  ])('%s', async (_, fault) => {
    await fixture.fault({ ...fault, path: TRANSACTIONS, after: 3, times: 2 });
    await connected(THREE);
    await expectTheBanksTruth(fixture, THREE);
  });

  it('of 429 with a time to wait: no call before that time, then the sync continues', async () => {
    await fixture.fault({ kind: 'status', status: 429, retry_after_s: 2, path: TRANSACTIONS, after: 1 });
    const { connection } = await fixture.connect(ONE);
    await eventually(() =>
      expect(fixture.events(AccountUpsertedV1).at(-1)?.document.health.transient_message).toMatch(/no more/),
    );
    const choice = { connectionId: connection.id, financialAccountIds: null };
    expect(await fixture.send(SyncAccounts, choice)).toEqual({
      scheduled: 0,
      nextAllowedAt: expect.any(String) as string,
    });
    await eventually(async () => expect(await historyStates()).toEqual(['COMPLETE']));
    await fixture.settled();
    await expectTheBanksTruth(fixture, ONE);
    expect((await ledger(fixture, ONE))[0]?.requests_in_retry_after).toBe(0);
  });

  it('of 429 without any header: no call for a while, then the sync continues', async () => {
    const before = await requestsForTransactions();
    await fixture.fault({ kind: 'status', status: 429, path: TRANSACTIONS, after: 1, times: null });
    await connected();
    expect((await requestsForTransactions()) - before).toBe(2);
    await fixture.control('DELETE', '/faults');
    await fixture.rows('update allowances set blocked_until = now(), reset_at = now()');
    await fixture.rows('update financial_accounts set next_sync_at = now()');
    await fixture.settled();
    await expectTheBanksTruth(fixture, ONE);
  });
});

describe('a bank', () => {
  it('whose consent expires during the backfill: the next one continues with the same accounts', async () => {
    await fixture.fault({
      kind: 'status',
      status: 401,
      error: 'AccessExpiredError',
      path: TRANSACTIONS,
      after: 4,
      times: null,
    });
    const { financialAccountIds } = await fixture.connect(THREE);
    await eventually(() => {
      const moves = fixture.events(ConnectionChangedV1).map(({ event }) => event);
      expect(moves).toContain('connection.expired');
    });
    await fixture.control('DELETE', '/faults');
    const again = await fixture.connect(THREE);
    await fixture.settled();
    expect([...again.financialAccountIds].sort()).toEqual([...financialAccountIds].sort());
    await expectTheBanksTruth(fixture, THREE);
  });

  it('that refuses old dates: the history ends there, with its reason', async () => {
    const { connection } = await fixture.connect(ONE, { sync_auto: false });
    await fixture.rows('update connections set max_historical_days = 700');
    await sync(connection.id);
    expect(await fixture.rows('select history_state, history_end_reason from financial_accounts')).toEqual([
      { history_state: 'COMPLETE', history_end_reason: 'The institution refused older data.' },
    ]);
    await expectTheBanksTruth(fixture, ONE);
  });

  it('whose account disappears during the backfill: the others continue, and it does when it returns', async () => {
    const [gone] = await bankRows(fixture, THREE);
    const path = `${gone?.id}${TRANSACTIONS}`;
    await fixture.fault({ kind: 'status', status: 404, path, after: 1, times: null });
    const connection = await connected(THREE);
    const healths = new Map(
      fixture.events(AccountUpsertedV1).map(({ id, document }) => [id, document.health]),
    );
    expect([...healths.values()].map(({ status }) => status).sort()).toEqual([
      'FAILING',
      'HEALTHY',
      'HEALTHY',
    ]);
    await fixture.control('DELETE', '/faults');
    await sync(connection);
    await expectTheBanksTruth(fixture, THREE);
  });

  it('whose account disappears for good: its stored rows stay', async () => {
    const connection = await connected(THREE);
    const [gone] = await bankRows(fixture, THREE);
    await fixture.fault({ kind: 'status', status: 404, path: `${gone?.id}/`, times: null });
    await sync(connection);
    await expectTheBanksTruth(fixture, THREE);
  });

  it('that gives accounts and transactions new ids with a new consent: they stay the same', async () => {
    const connection = await connected(THREE);
    const before = await storedRowIds(fixture);
    await behave({ transaction_ids: 'rotated', new_account_ids: true });
    await atTheBank({ booked: [booked('new', coffee)] });
    const again = await fixture.connect(THREE);
    await fixture.settled();
    expect(again.connection.id).not.toBe(connection);
    await expectTheBanksTruth(fixture, THREE);
    expect(await storedRowIds(fixture)).toEqual(expect.arrayContaining(before));
    expect(await fixture.rows('select 1 from financial_accounts')).toHaveLength(3);
  });
});
