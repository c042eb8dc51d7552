import {
  AccountUpsertedV1,
  BalanceSnapshottedV1,
  ConnectionChangedV1,
  TransactionShapedV1,
  UserDeletedV1,
  WebhookEndpointDeletedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DispatcherFixture } from '../testing/dispatcher.fixture';
import { accountEvent, shaped, shapedEvent } from '../testing/samples';

const [GONE, STAYS] = [41, 42];

/** Where rows of users are, and whose they are. */
const KEPT: Record<string, string> = {
  webhook_endpoints: 'select user_id from webhook_endpoints',
  sending_states: 'select e.user_id from sending_states s join webhook_endpoints e on e.id = s.endpoint_id',
  deliveries: `select (payload->'data'->'financial_account'->>'id')::bigint / 10 as user_id
                 from (select body::jsonb as payload from deliveries) d`,
  delivery_attempts: `select (body::jsonb->'data'->'financial_account'->>'id')::bigint / 10 as user_id
                        from delivery_attempts a join deliveries d on d.id = a.delivery_id`,
  recorded_events: 'select user_id from recorded_events',
  accounts: 'select user_id from accounts',
  announced_transactions: 'select account_id / 10 as user_id from announced_transactions',
  grants: 'select user_id from grants',
};

let fixture: DispatcherFixture;

beforeAll(async () => {
  fixture = await DispatcherFixture.start({ retentionDays: 3650 }); // the events of the test are old
}, 60_000);
afterAll(() => fixture.close());

async function tell(userId: number, version: number): Promise<void> {
  const id = userId * 10;
  await fixture.publish(AccountUpsertedV1, [
    accountEvent(id, version, { name: `version ${version}` }, userId),
  ]);
  await fixture.publish(TransactionShapedV1, [shapedEvent(id, [shaped(id, version)], userId)]);
  const balance = { ...BalanceSnapshottedV1.sample, financialAccountId: id, userId, version };
  await fixture.publish(BalanceSnapshottedV1, [{ key: id, payload: balance }]);
  const connection = { ...ConnectionChangedV1.sample, id, userId, version };
  await fixture.publish(ConnectionChangedV1, [{ key: id, payload: connection }]);
}

/** Whose rows there are, by table. */
async function kept(): Promise<Record<string, number[]>> {
  const found = await Promise.all(
    Object.entries(KEPT).map(async ([table, sql]) => {
      const rows = await fixture.rows<{ user_id: string }>(
        `select distinct user_id from (${sql}) all_rows where user_id is not null order by 1`,
      );
      return [table, rows.map(({ user_id }) => Number(user_id))] as const;
    }),
  );
  return Object.fromEntries(found);
}

test('a user who was deleted is erased from every table, and nothing that comes late brings anything back', async () => {
  const events = ['transactions.created', 'account.created', 'account.updated', 'balance.updated'] as const;
  const grant = (userId: number) => ({ id: `app:${userId}`, version: 1, expiresAt: null });
  for (const userId of [GONE, STAYS]) {
    await fixture.hook(`user-${userId}`, userId, { events: [...events], grant: grant(userId) });
    await tell(userId, 1);
  }
  const both = Object.fromEntries(Object.keys(KEPT).map((table) => [table, [GONE, STAYS]]));
  await eventually(async () => expect(await kept()).toEqual(both));

  await fixture.publish(UserDeletedV1, [
    { key: GONE, payload: { ...UserDeletedV1.sample, userId: GONE, version: 2 } },
  ]);
  const one = Object.fromEntries(Object.keys(KEPT).map((table) => [table, [STAYS]]));
  await eventually(async () => expect(await kept()).toEqual(one));
  await eventually(() => expect(fixture.events(WebhookEndpointDeletedV1)).toMatchObject([{ userId: GONE }]));

  await tell(GONE, 2);
  await tell(STAYS, 2);
  await eventually(async () =>
    expect(await fixture.rows('select 1 from announced_transactions where shaped_version = 2')).toHaveLength(
      1,
    ),
  );
  expect(await kept()).toEqual(one);
  await expect(fixture.hook('again', GONE)).rejects.toThrow('not found');
});
