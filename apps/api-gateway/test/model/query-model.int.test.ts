import {
  AccountDeletedV1,
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  CanonicalEvent,
  ConnectionChangedV1,
  DeliveryStatus,
  DestinationUpsertedV1,
  EventContract,
  EventPayload,
  HoldingsSnapshottedV1,
  InstitutionUpsertedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  SAMPLE_TIME,
  TransactionShapedV1,
  TransferLinkUpsertedV1,
  TransferLoggedV1,
  WebhookDeliveredV1,
  WebhookEndpointDeletedV1,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { deleteOldRows } from '@tributary/persistence';
import { GatewayUnderTest } from '../gateway-under-test';
import { accountOf, attemptOf, linkOf, shapedOf, transactionOf } from '../samples';
import { LOGS } from '../../src/model/projections/projections';

const TABLES = [
  'institutions',
  'connections',
  'accounts',
  'account_balances',
  'balance_entries',
  'account_holdings',
  'holdings',
  'transactions',
  'rules',
  'rule_logs',
  'destinations',
  'transfer_links',
  'transfers',
  'transfer_logs',
  'webhook_endpoints',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_events',
];

const USER = 1;

let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  expect(await gateway.user('owner@example.com')).toBe(USER);
  token = await gateway.token({ userId: USER });
});
afterAll(() => gateway.close());
/** Every test looks at the whole model. */
beforeEach(() => gateway.database.execute(`truncate ${[...TABLES, 'dead_letters'].join(', ')}`));

/** The whole query model as text, to be compared byte by byte; the order of changes is that of their coming. */
async function state(): Promise<Record<string, string[]>> {
  const tables = await Promise.all(
    TABLES.map(async (table): Promise<[string, string[]]> => {
      const rows = await gateway.database.query<{ row: string }>(
        `select regexp_replace(row_to_json(t)::text, ',"changed_at":"[^"]*"', '') as row from ${table} t order by 1`,
      );
      return [table, rows.map(({ row }) => row)];
    }),
  );
  return Object.fromEntries(tables);
}

type Step = readonly [EventContract, number, unknown];

function step<C extends EventContract>(contract: C, key: number, payload: EventPayload<C>): Step {
  return [contract, key, payload];
}

/** A life: things are made, changed and deleted, each owner's versions rising. */
const LIFE: readonly Step[] = [
  step(InstitutionUpsertedV1, 2, InstitutionUpsertedV1.sample),
  step(InstitutionUpsertedV1, 2, {
    ...InstitutionUpsertedV1.sample,
    version: 2,
    document: { ...InstitutionUpsertedV1.sample.document, name: 'Renamed Bank' },
  }),
  step(ConnectionChangedV1, 3, ConnectionChangedV1.sample),
  step(ConnectionChangedV1, 4, { ...ConnectionChangedV1.sample, id: 4 }),
  step(ConnectionChangedV1, 4, { ...ConnectionChangedV1.sample, id: 4, version: 3, deleted: true }),
  step(AccountUpsertedV1, 17, accountOf(USER, 17)),
  step(AccountUpsertedV1, 17, accountOf(USER, 17, { custom_name: 'Mine' }, 2)),
  step(AccountUpsertedV1, 18, accountOf(USER, 18)),
  step(BalanceSnapshottedV1, 17, BalanceSnapshottedV1.sample),
  step(BalanceSnapshottedV1, 17, {
    ...BalanceSnapshottedV1.sample,
    version: 2,
    cleared: '7.00',
    balances: [],
  }),
  step(BalanceSnapshottedV1, 17, {
    ...BalanceSnapshottedV1.sample,
    version: 3,
    cleared: null,
    balances: BalanceSnapshottedV1.sample.balances.map((balance) => ({ ...balance, id: 56 })),
    removed: [55],
  }),
  step(HoldingsSnapshottedV1, 17, { ...HoldingsSnapshottedV1.sample, financialAccountId: 17 }),
  step(HoldingsSnapshottedV1, 17, {
    ...HoldingsSnapshottedV1.sample,
    financialAccountId: 17,
    version: 2,
    holdings: HoldingsSnapshottedV1.sample.holdings.map((holding) => ({ ...holding, id: 8 })),
  }),
  step(TransactionShapedV1, 17, shapedOf(USER, 17, [transactionOf(1), transactionOf(2), transactionOf(3)])),
  step(
    TransactionShapedV1,
    17,
    shapedOf(USER, 17, [transactionOf(1, { amount: '-1.00' }, { shapedVersion: 2 })]),
  ),
  step(
    TransactionShapedV1,
    17,
    shapedOf(USER, 17, [
      transactionOf(2, {}, { shapedVersion: 2, removed: true }),
      transactionOf(3, {}, { shapedVersion: 2, shaped: { ...transactionOf(3).raw, amount: '-5.00' } }),
    ]),
  ),
  step(TransactionShapedV1, 18, shapedOf(USER, 18, [transactionOf(9)])),
  step(RuleUpsertedV1, 5, RuleUpsertedV1.sample),
  step(RuleUpsertedV1, 5, {
    ...RuleUpsertedV1.sample,
    version: 3,
    document: { ...RuleUpsertedV1.sample.document, enabled: false },
  }),
  step(RuleLoggedV1, 17, RuleLoggedV1.sample),
  step(DestinationUpsertedV1, 4, DestinationUpsertedV1.sample),
  step(TransferLinkUpsertedV1, 17, linkOf(USER, 8, 17)),
  step(TransferLinkUpsertedV1, 17, { ...linkOf(USER, 8, 17, 2), deleted: true }),
  step(TransferLoggedV1, 17, {
    financialAccountId: 17,
    userId: USER,
    entries: [attemptOf(1, 8, 1, false), attemptOf(1, 8, 2, true)],
  }),
  step(TransferLoggedV1, 18, { financialAccountId: 18, userId: USER, entries: [attemptOf(9, 8, 1, true)] }),
  step(WebhookEndpointUpsertedV1, 21, WebhookEndpointUpsertedV1.sample),
  step(WebhookEndpointUpsertedV1, 21, { ...WebhookEndpointUpsertedV1.sample, version: 2, deleted: true }),
  step(WebhookEndpointUpsertedV1, 22, { ...WebhookEndpointUpsertedV1.sample, id: 22 }),
  step(WebhookDeliveredV1, 23, delivered(23, 1, 'PENDING')),
  step(WebhookDeliveredV1, 23, delivered(23, 2, 'DELIVERED')),
  step(WebhookDeliveredV1, 22, delivered(22, 1, 'FAILED')),
  step(WebhookEndpointDeletedV1, 22, { id: 22, version: 2, userId: USER }),
  step(WebhookEventRecordedV1, USER, recorded(901, 17, 'balance.updated')),
  step(WebhookEventRecordedV1, USER, recorded(902, 18, 'balance.updated')),
  step(WebhookEventRecordedV1, USER, recorded(903, 18, 'account.deleted')),
  step(AccountDeletedV1, 18, { id: 18, version: 5, userId: USER }),
];

function delivered(
  endpointId: number,
  version: number,
  status: DeliveryStatus,
): EventPayload<typeof WebhookDeliveredV1> {
  const [sample] = WebhookDeliveredV1.sample.deliveries;
  if (!sample?.attempt) throw new Error('the sample has an attempt');
  const attempt = { ...sample.attempt, number: version };
  return {
    endpointId,
    userId: USER,
    deliveries: [{ ...sample, version, status, attempts: version, attempt }],
  };
}

function recorded(
  id: number,
  accountId: number,
  type: CanonicalEvent,
): EventPayload<typeof WebhookEventRecordedV1> {
  const data = { financial_account: { id: String(accountId) } };
  const event = { id, type, financialAccountId: accountId, connectionId: null, data };
  return { userId: USER, events: [{ ...event, createdAt: '2026-03-02T06:10:00.000Z' }] };
}

async function live(steps: readonly Step[]): Promise<void> {
  for (const [contract, key, payload] of steps) await gateway.publish(contract, key, payload);
}

function shuffled<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return items
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

describe('the query model', () => {
  it('is the same to the byte when every event arrives three times, and in any order', async () => {
    await live(LIFE);
    const once = await state();
    expect(Object.values(once).every((rows) => rows.length > 0)).toBe(true);
    await live([...LIFE, ...LIFE]);
    expect(await state()).toEqual(once);
    for (const seed of [1, 2, 3, 4, 5]) {
      await gateway.database.execute(`truncate ${TABLES.join(', ')}`);
      await live(shuffled([...LIFE, ...LIFE], seed));
      expect(await state()).toEqual(once);
    }
  });

  it('keeps only id and version of a removed transaction, and stores no older version after it', async () => {
    const removed = transactionOf(1, {}, { shapedVersion: 3, removed: true });
    await live([
      step(TransactionShapedV1, 17, shapedOf(USER, 17, [removed])),
      step(TransactionShapedV1, 17, shapedOf(USER, 17, [transactionOf(1, {}, { shapedVersion: 2 })])),
    ]);
    const rows = await gateway.database.query(
      'select id, shaped_version, removed, amount, raw, shaped from transactions',
    );
    expect(rows).toEqual([
      { id: 1, shaped_version: 3, removed: true, amount: null, raw: null, shaped: null },
    ]);
    expect((await gateway.list('/finance/transactions', token)).body.meta.total).toBe(0);
  });

  it('shows no balance that was removed, whatever comes late', async () => {
    const { sample } = BalanceSnapshottedV1;
    const removal = { ...sample, version: 2, cleared: null, balances: [], removed: [55] };
    await live([step(AccountUpsertedV1, 17, accountOf(USER, 17)), step(BalanceSnapshottedV1, 17, sample)]);
    const shown = async () => {
      const { body } = await gateway.list('/finance/accounts/17/balances', token);
      const account = await gateway.get('/finance/accounts/17', token);
      return [body.meta.total, (account.body.data as { balance?: unknown }).balance];
    };
    expect(await shown()).toEqual([1, { cleared: '1204.10', available: 0 }]);
    await live([step(BalanceSnapshottedV1, 17, removal), step(BalanceSnapshottedV1, 17, sample)]);
    expect(await shown()).toEqual([0, { cleared: 0, available: 0 }]);
  });

  it('stores the newest of several versions in one batch', async () => {
    const versions = [3, 1, 2].map((shapedVersion) =>
      transactionOf(1, { amount: `-${shapedVersion}.00` }, { shapedVersion }),
    );
    await gateway.publish(
      TransactionShapedV1,
      17,
      ...versions.map((transaction) => shapedOf(USER, 17, [transaction])),
    );
    const rows = await gateway.database.query('select shaped_version, amount::text from transactions');
    expect(rows).toEqual([{ shaped_version: 3, amount: '-3.00' }]);
  });

  it('erases the data of a deleted account, and ignores its later events', async () => {
    const ofAccount = LIFE.filter(([, key]) => key === 17);
    const deletion = step(AccountDeletedV1, 17, { id: 17, version: 9, userId: USER });
    await live([...ofAccount, deletion, ...ofAccount]);
    const {
      accounts,
      transactions,
      account_balances,
      balance_entries,
      rule_logs,
      transfers,
      transfer_logs,
      account_holdings,
      holdings,
    } = await state();
    expect([
      transactions,
      account_balances,
      balance_entries,
      rule_logs,
      transfers,
      transfer_logs,
      account_holdings,
      holdings,
    ]).toEqual(Array(8).fill([]));
    expect(accounts).toEqual([expect.stringContaining('"document":null')]);
  });

  it('erases the deliveries of a deleted endpoint, and all events of a deleted account but its end', async () => {
    await live(LIFE);
    const { webhook_deliveries, webhook_attempts, webhook_events } = await state();
    expect(webhook_deliveries).toEqual([expect.stringMatching(/"endpoint_id":23.*"status":"DELIVERED"/)]);
    expect(webhook_attempts).toHaveLength(2);
    expect(webhook_events?.map((row) => /"id":(\d+)/.exec(row)?.[1])).toEqual(['901', '903']);
  });

  it('shows an invalid date unchanged, and sorts it as absent', async () => {
    const odd = transactionOf(1, { booking_date: '2026-02-31', booking_datetime: 'yesterday' });
    await gateway.publish(TransactionShapedV1, 17, shapedOf(USER, 17, [odd, transactionOf(2)]));
    for (const side of ['', '&disable_rules=true']) {
      const { body } = await gateway.list(
        `/finance/transactions?sort=-booking_date,-booking_datetime${side}`,
        token,
      );
      expect(body.data.map(({ id }) => id)).toEqual(['2', '1']);
      expect(body.data[1]).toHaveProperty('booking_date', '2026-02-31');
    }
  });

  it.each([
    '2026-02-31T10:00:00Z',
    '2026-02-31 10:00',
    '0001-01-01T00:30:00+02:00',
    '9999-12-31T23:30:00-02:00',
  ])('stores %s, a time that is none of the calendar, as absent', async (text) => {
    const odd = transactionOf(1, { booking_datetime: text, value_datetime: '2026-02-28T23:30:00-02:00' });
    await gateway.publish(TransactionShapedV1, 17, shapedOf(USER, 17, [odd]));
    const rows = await gateway.database.query(
      'select booking_datetime, value_datetime::text from transactions',
    );
    expect(rows).toEqual([
      { booking_datetime: null, value_datetime: expect.stringMatching(/^2026-03-01 01:30/) as string },
    ]);
  });

  it('moves a transaction that cannot be stored to the dead letters, and stores the others', async () => {
    const bad = transactionOf(2, { additional_information: 'a\0b' });
    await gateway.publish(
      TransactionShapedV1,
      17,
      shapedOf(USER, 17, [transactionOf(1), bad, transactionOf(3)]),
    );
    const rows = await gateway.database.query<{ id: number }>('select id from transactions order by id');
    expect(rows.map(({ id }) => id)).toEqual([1, 3]);
    const letters = await gateway.database.query('select topic, item from dead_letters');
    expect(letters).toEqual([{ topic: 'transaction.shaped', item: 1 }]);
  });

  it('stores what shares a transaction with a bad event, of whichever topic', async () => {
    await Promise.all([
      gateway.publish(AccountUpsertedV1, 17, accountOf(USER, 17)),
      gateway.publish(RuleLoggedV1, 17, {
        ...RuleLoggedV1.sample,
        logs: RuleLoggedV1.sample.logs.map((log) => ({ ...log, error: 'a\0b' })),
      }),
      gateway.publish(TransferLoggedV1, 17, TransferLoggedV1.sample),
      gateway.publish(TransactionShapedV1, 17, shapedOf(USER, 17, [transactionOf(1)])),
    ]);
    const { accounts, transactions, transfers, rule_logs } = await state();
    expect([accounts?.length, transactions?.length, transfers?.length, rule_logs]).toEqual([
      1,
      1,
      TransferLoggedV1.sample.entries.length,
      [],
    ]);
    const letters = await gateway.database.query('select topic from dead_letters');
    expect(letters).toEqual(RuleLoggedV1.sample.logs.map(() => ({ topic: 'rule.logged' })));
  });

  it('stores what arrives together on several topics in one transaction', async () => {
    await Promise.all([
      gateway.publish(AccountUpsertedV1, 17, accountOf(USER, 17)),
      gateway.publish(TransferLoggedV1, 17, TransferLoggedV1.sample),
      gateway.publish(TransactionShapedV1, 17, shapedOf(USER, 17, [transactionOf(1)])),
    ]);
    const written = await gateway.database.query(
      `select distinct xmin::text from accounts union select xmin::text from transfers
        union select xmin::text from transactions`,
    );
    expect(written).toHaveLength(1);
  });

  it('deletes logs that their owners delete, and no younger ones', async () => {
    const young = new Date().toISOString();
    for (const [id, time] of [SAMPLE_TIME, young].entries()) {
      const { logs } = RuleLoggedV1.sample;
      await gateway.publish(RuleLoggedV1, 17, {
        ...RuleLoggedV1.sample,
        logs: logs.map((log, at) => ({ ...log, id: 100 * id + at, createdAt: time })),
      });
      const entry = attemptOf(1 + id, 8, 70 + id, true);
      await gateway.publish(TransferLoggedV1, 17, {
        financialAccountId: 17,
        userId: USER,
        entries: [{ ...entry, attempt: entry.attempt && { ...entry.attempt, attemptedAt: time } }],
      });
    }
    for (const log of LOGS) await deleteOldRows(gateway.database, { ...log, days: 30 }, 5000);
    for (const { table, since } of LOGS) {
      const rows = await gateway.database.query<{ at: Date }>(`select distinct ${since} as at from ${table}`);
      expect([table, rows]).toEqual([table, [{ at: new Date(young) }]]);
    }
  });
});
