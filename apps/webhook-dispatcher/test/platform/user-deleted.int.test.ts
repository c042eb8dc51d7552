import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  GrantChangedV1,
  HoldingsSnapshottedV1,
  ownerOf,
  RuleUpsertedV1,
  TransactionShapedV1,
  UserDeletedV1,
  WebhookEndpointDeletedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { Client } from 'pg';
import { BODY, DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent, ruleDisabled, shaped, shapedEvent } from '../samples';

const [GONE, STAYS, BUSY] = [41, 42, 43];

/** The tables with rows of users, and the SQL of a row's user. */
const USER_OF_ROW: Record<string, string> = {
  webhook_endpoints: 'select user_id from webhook_endpoints',
  sending_states: 'select e.user_id from sending_states s join webhook_endpoints e on e.id = s.endpoint_id',
  deliveries: `select (payload->'data'->'financial_account'->>'id')::bigint / 10 as user_id
                 from (select (${BODY})::jsonb as payload from deliveries d) d`,
  delivery_attempts: `select ((${BODY})::jsonb->'data'->'financial_account'->>'id')::bigint / 10 as user_id
                        from delivery_attempts a join deliveries d on d.id = a.delivery_id`,
  delivery_contents: 'select user_id from delivery_contents',
  recorded_events: 'select user_id from recorded_events',
  accounts: 'select user_id from accounts',
  announced_transactions: 'select account_id / 10 as user_id from announced_transactions',
  announced_balances: 'select account_id / 10 as user_id from announced_balances',
  announced_holdings: 'select account_id / 10 as user_id from announced_holdings',
  announced_connections: 'select connection_id / 10 as user_id from announced_connections',
  announced_rules: 'select user_id from announced_rules',
  followed_grants: 'select user_id from followed_grants',
};

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await DispatcherFixture.start({ retentionDays: 3650 }); // the events of the test are old
}, 60_000);
afterAll(() => fixture.close());

async function publish(userId: number, version: number): Promise<void> {
  const id = userId * 10;
  const document = { name: `version ${version}`, financial_connection_id: id };
  await fixture.publishAll(AccountUpsertedV1, [accountEvent(id, version, document, userId)]);
  await fixture.publishAll(TransactionShapedV1, [shapedEvent(id, [shaped(id, version)], userId)]);
  const balance = { ...BalanceSnapshottedV1.sample, financialAccountId: id, userId, version };
  await fixture.publishAll(BalanceSnapshottedV1, [{ key: id, payload: balance }]);
  const holdings = { ...HoldingsSnapshottedV1.sample, financialAccountId: id, userId, version };
  await fixture.publishAll(HoldingsSnapshottedV1, [{ key: id, payload: holdings }]);
  const grant = { ...GrantChangedV1.sample, grantId: `app:${userId}`, userId, version, accountIds: null };
  await fixture.publishAll(GrantChangedV1, [{ key: userId, payload: grant }]);
  const connection = { ...ConnectionChangedV1.sample, id, userId, version };
  await fixture.publishAll(ConnectionChangedV1, [{ key: id, payload: connection }]);
  const withoutAccounts = { ...connection, id: id + 5 };
  await fixture.publishAll(ConnectionChangedV1, [{ key: id + 5, payload: withoutAccounts }]);
  await fixture.publishAll(RuleUpsertedV1, [ruleDisabled({ id, userId, version, accountIds: [id] })]);
}

/** Returns the users that have rows, by table. */
async function usersWithRows(): Promise<Record<string, number[]>> {
  const found = await Promise.all(
    Object.entries(USER_OF_ROW).map(async ([table, sql]) => {
      const rows = await fixture.rows<{ user_id: string }>(
        `select distinct user_id from (${sql}) all_rows where user_id is not null order by 1`,
      );
      return [table, rows.map(({ user_id }) => Number(user_id))] as const;
    }),
  );
  return Object.fromEntries(found);
}

test('a deleted user is erased from every table, and late events restore no data', async () => {
  const events = ['transactions.created', 'account.created', 'account.updated', 'balance.updated'] as const;
  const grant = (userId: number) => ({ id: `app:${userId}`, version: 1, expiresAt: null });
  for (const userId of [GONE, STAYS]) {
    const app = { ...ownerOf(userId), grant: grant(userId) };
    await fixture.hook(`user-${userId}`, app, { events: [...events] });
    await publish(userId, 1);
  }
  const both = Object.fromEntries(Object.keys(USER_OF_ROW).map((table) => [table, [GONE, STAYS]]));
  await eventually(async () => expect(await usersWithRows()).toEqual(both));

  await fixture.publishAll(UserDeletedV1, [
    { key: GONE, payload: { ...UserDeletedV1.sample, userId: GONE, version: 2 } },
  ]);
  const one = Object.fromEntries(Object.keys(USER_OF_ROW).map((table) => [table, [STAYS]]));
  await eventually(async () => expect(await usersWithRows()).toEqual(one));
  await eventually(() => expect(fixture.events(WebhookEndpointDeletedV1)).toMatchObject([{ userId: GONE }]));

  await publish(GONE, 2);
  await publish(STAYS, 2);
  await eventually(async () =>
    expect(await fixture.rows('select 1 from announced_transactions where shaped_version = 2')).toHaveLength(
      1,
    ),
  );
  expect(await usersWithRows()).toEqual(one);
  await expect(fixture.hook('again', GONE)).rejects.toThrow('not found');
});

test('events that arrived before and wait while the user is deleted are erased, too', async () => {
  const turn = new Client({ connectionString: fixture.config.databaseUrl });
  await turn.connect();
  await turn.query('begin');
  await turn.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':recorded_events:' || $1::int, 0))`,
    [BUSY],
  );
  const erasure = (condition: string) =>
    fixture.rows(`select 1 from erased_users where user_id = $1 and ${condition}`, [BUSY]);
  const taken: Promise<void>[] = [];
  try {
    taken.push(fixture.publishAll(AccountUpsertedV1, [accountEvent(BUSY * 10, 1, {}, BUSY)]));
    const waiting = `select 1 from pg_locks where locktype = 'advisory' and not granted`;
    await eventually(async () => expect(await fixture.rows(waiting)).toHaveLength(1));
    const deleted = { ...UserDeletedV1.sample, userId: BUSY, version: 2 };
    taken.push(fixture.publishAll(UserDeletedV1, [{ key: BUSY, payload: deleted }]));
    const begun = `select 1 from jobs where kind = 'user_erasures' and key = $1::text and cursor is not null`;
    await eventually(async () => expect(await fixture.rows(begun, [BUSY])).toHaveLength(1));
  } finally {
    await turn.query('commit');
    await turn.end();
  }
  await Promise.all(taken);
  await eventually(async () =>
    expect(await erasure('erased_at is not null and rows_erased > 0')).toHaveLength(1),
  );
  for (const [table, users] of Object.entries(await usersWithRows())) {
    expect([table, users.includes(BUSY)]).toEqual([table, false]);
  }
});
