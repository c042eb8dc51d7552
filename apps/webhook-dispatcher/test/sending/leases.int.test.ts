import { HeldLease, LeaseLostError, renewLeases } from '@tributary/jobs';
import { MESSAGING_MIGRATIONS } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { createTestDatabase, eventually, JoinWatch, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { UNTRIED } from '../../src/endpoints/health/endpoint-health';
import { Delivery, Outcome } from '../../src/sending/delivery';
import { DueDeliveries } from '../../src/sending/due-deliveries';
import { ENDPOINT_LEASES } from '../../src/sending/due-deliveries.store';
import { OutcomeSaver, Saving } from '../../src/sending/outcomes/outcome-saver';
import { MIGRATIONS } from '../../src/migrations/migrations';
import { Leases } from '../../src/sending/leases';

let server: TestDatabase;
let database: Database;
let store: DueDeliveries;
let joins: JoinWatch;

beforeAll(async () => {
  server = await createTestDatabase('leases');
  joins = await JoinWatch.on(server);
  const roles = await provisionSchemas(server.url, [
    { schema: 'webhook_dispatcher', password: ROLE_PASSWORD },
  ]);
  database = await Database.open({
    url: roles.get('webhook_dispatcher') ?? '',
    schema: 'webhook_dispatcher',
    migrations: [...MESSAGING_MIGRATIONS, ...MIGRATIONS],
  });
  joins.watch(database);
  store = new DueDeliveries(database);
}, 60_000);

afterAll(async () => {
  await database.close();
  await server.drop();
});

beforeEach(async () => {
  await database.execute('truncate webhook_endpoints, sending_states, deliveries, delivery_attempts, outbox');
  await addEndpointsUpTo(1);
});

async function addEndpointsUpTo(id: number): Promise<void> {
  await database.execute(
    `with added as (
       insert into webhook_endpoints (id, version, user_id, url, enabled, type, events, payload_version,
              omit_sensitive_identifiers, redact_sensitive, secret, health, created_at, updated_at)
       select id, 1, 1, 'https://client.example/', true, 'WEBHOOK', '{}', 'v2', false, false, '', '{}', now(), now()
         from generate_series(1, $1::integer) id
       on conflict (id) do nothing returning id)
     insert into sending_states (endpoint_id) select id from added`,
    [id],
  );
}

/** Adds deliveries, distributed over the endpoints in turn. */
async function addDeliveries(count: number, { bodyBytes = 2, endpoints = 1 } = {}): Promise<void> {
  await database.execute(
    `insert into deliveries (endpoint_id, lane, event_type, message_id, body, body_bytes)
     select 1 + n % $3, 'account:' || 1 + n % 3, 'account.updated', 'msg_' || n, '{}', $2
       from generate_series(1, $1::integer) n`,
    [count, bodyBytes, endpoints],
  );
}

async function claimedBy(leases: Leases, endpointId = 1) {
  const claimed = await leases.claim(endpointId);
  if (!claimed) throw new Error('the lease was not to be had');
  return claimed.lease;
}

const delivered = (delivery: Delivery): Outcome => ({
  delivery,
  attemptedAt: '2026-03-02T06:10:00.000Z',
  durationMs: 1,
  statusCode: 204,
  error: null,
  verdict: { status: 'DELIVERED' },
  gone: false,
  pauseMs: null,
});

const refused = (delivery: Delivery): Outcome => ({
  ...delivered(delivery),
  statusCode: 503,
  verdict: { status: 'PENDING', retryInMs: 1000 },
});

const save = (lease: HeldLease, outcomes: Outcome[]) =>
  store.save([{ lease, userId: 1, outcomes, health: UNTRIED }]);

describe('the lease of an endpoint', () => {
  test('belongs to one instance at a time, and to the next one after its release', async () => {
    const [first, second] = [new Leases(database), new Leases(database)];
    const lease = await claimedBy(first);
    expect(await second.claim(1)).toBeNull();
    await first.release(lease);
    expect((await claimedBy(second)).fence).toBe(lease.fence + 1);
  });

  test('passes to another when it expires, and the former holder’s writes are refused', async () => {
    await addDeliveries(1);
    const stale = await claimedBy(new Leases(database));
    const { deliveries } = await store.claim(stale, [], 10);
    await database.execute(`update sending_states set lease_until = now() - interval '1 second'`);
    const current = await claimedBy(new Leases(database));
    const outcomes = deliveries.map(delivered);
    const nobody = new Set();
    expect(await save(stale, outcomes)).toEqual({ saved: nobody, busy: nobody, lost: new Set([1]) });
    await expect(store.claim(stale, [], 10)).rejects.toThrow(LeaseLostError);
    expect(await database.query('select status, attempts from deliveries')).toEqual([
      { status: 'PENDING', attempts: 0 },
    ]);
    expect(await database.query('select id from delivery_attempts')).toEqual([]);
    expect(await save(current, outcomes)).toMatchObject({ saved: new Set([1]) });
    expect(await database.query('select status from deliveries')).toEqual([{ status: 'DELIVERED' }]);
  });

  test('is not searched while no delivery is due, the endpoint pauses, or another instance holds it', async () => {
    const [mine, others] = [new Leases(database), new Leases(database)];
    expect(await mine.findWork([], 10)).toEqual([]);
    await addDeliveries(1);
    expect(await mine.findWork([], 10)).toEqual([1]);
    expect(await mine.findWork([1], 10)).toEqual([]);
    const lease = await claimedBy(others);
    expect(await mine.findWork([], 10)).toEqual([]);
    await others.release(lease);
    await database.execute(`update sending_states set paused_until = now() + interval '1 minute'`);
    expect(await mine.findWork([], 10)).toEqual([]);
    expect(await mine.claim(1)).toBeNull();
  });
});

describe('a save', () => {
  test('whose answer was lost is not counted twice', async () => {
    await addDeliveries(2);
    const lease = await claimedBy(new Leases(database));
    const { deliveries } = await store.claim(lease, [], 10);
    const outcomes = deliveries.map(delivered);
    await save(lease, outcomes);
    expect(await save(lease, outcomes)).toMatchObject({ saved: new Set([1]) });
    expect(await database.query('select status, attempts from deliveries')).toEqual(
      Array(2).fill({ status: 'DELIVERED', attempts: 1 }),
    );
    expect(await database.query('select count(*) as count from delivery_attempts')).toEqual([{ count: 2 }]);
    const published = await database.query<{ value: string }>(
      `select value from outbox where topic = 'webhook.delivered'`,
    );
    expect(published).toHaveLength(1);
  });

  test('that has two results of one attempt counts and keeps one of them, a delivery first', async () => {
    await addDeliveries(1);
    const lease = await claimedBy(new Leases(database));
    const { deliveries } = await store.claim(lease, [], 10);
    await save(lease, [...deliveries.map(refused), ...deliveries.map(delivered)]);
    expect(await database.query('select status, attempts from deliveries')).toEqual([
      { status: 'DELIVERED', attempts: 1 },
    ]);
    expect(await database.query('select status_code from delivery_attempts')).toEqual([{ status_code: 204 }]);
    const published = await database.query(
      `select d -> 'attempt' ->> 'statusCode' as status_code
         from outbox, jsonb_array_elements(value::jsonb -> 'payload' -> 'deliveries') d where topic = 'webhook.delivered'`,
    );
    expect(published).toEqual([{ status_code: '204' }]);
  });

  test('has nothing of a lease that its process lost and claimed again meanwhile', async () => {
    await addDeliveries(1);
    const former = await claimedBy(new Leases(database));
    const { deliveries } = await store.claim(former, [], 10);
    await database.execute(`update sending_states set lease_until = now() - interval '1 second'`);
    const present = await claimedBy(new Leases(database));
    const ends: string[] = [];
    const saver = new OutcomeSaver(store);
    const savingOf = (name: string, lease: HeldLease, consecutiveFailures: number): Saving => ({
      lease,
      userId: 1,
      health: { ...UNTRIED, consecutiveFailures },
      saved: () => void ends.push(`${name} saved`),
      unsaved: (_outcomes, error) => void ends.push(`${name} ${error.name}`),
    });
    deliveries.forEach((delivery) => {
      saver.add(savingOf('present', present, 0), delivered(delivery));
      saver.add(savingOf('former', former, 7), refused(delivery));
    });
    await eventually(() => expect([...ends].sort()).toEqual(['former LeaseLostError', 'present saved']));
    expect(await database.query('select status_code from delivery_attempts')).toEqual([{ status_code: 204 }]);
    expect(await database.query('select consecutive_failures as failures from sending_states')).toEqual([
      { failures: 0 },
    ]);
  });

  test('compares no result with each other one, nor with each endpoint', async () => {
    const [endpoints, each] = [20, 100];
    const count = endpoints * each;
    await addEndpointsUpTo(endpoints);
    await addDeliveries(count, { endpoints });
    const batch = await Promise.all(
      Array.from({ length: endpoints }, async (_, index) => {
        const lease = await claimedBy(new Leases(database), 1 + index);
        const { deliveries } = await store.claim(lease, [], each);
        return { lease, userId: 1, outcomes: deliveries.map(delivered), health: UNTRIED };
      }),
    );
    const before = joins.pairsCompared;
    expect((await store.save(batch)).saved.size).toBe(endpoints);
    expect(joins.pairsCompared - before).toBeLessThan(count);
    expect(await database.query('select count(*) as count from delivery_attempts')).toEqual([{ count }]);
  });

  test('does not wait for a locked endpoint, nor does its renewal', async () => {
    await addDeliveries(1);
    const leases = new Leases(database);
    const lease = await claimedBy(leases);
    const { deliveries } = await store.claim(lease, [], 10);
    await database.transaction(async (tx) => {
      await tx.query('select 1 from sending_states for update');
      expect(await save(lease, deliveries.map(delivered))).toMatchObject({
        busy: new Set([1]),
        lost: new Set(),
      });
      expect(await renewLeases(database, ENDPOINT_LEASES, [lease])).toEqual([]);
    });
    expect(await save(lease, deliveries.map(delivered))).toMatchObject({ saved: new Set([1]) });
  });
});

describe('a claim', () => {
  test('picks the oldest deliveries first, without claimed ones', async () => {
    await addDeliveries(5);
    const lease = await claimedBy(new Leases(database));
    const first = (await store.claim(lease, [], 2)).deliveries;
    expect(first.map(({ messageId }) => messageId)).toEqual(['msg_1', 'msg_2']);
    const held = first.map(({ id }) => id);
    const rest = (await store.claim(lease, held, 10)).deliveries;
    expect(rest.map(({ messageId }) => messageId)).toEqual(['msg_3', 'msg_4', 'msg_5']);
  });

  test('has a bounded number of bytes, and at least one delivery', async () => {
    await addDeliveries(4, { bodyBytes: 3 * 1024 * 1024 });
    const lease = await claimedBy(new Leases(database));
    expect((await store.claim(lease, [], 10)).deliveries).toHaveLength(2);
  });
});
