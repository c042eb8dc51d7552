import { TransactionShapedV1 } from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { DispatcherFixture } from '../dispatcher.fixture';
import { shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 500;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);

afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

interface Stored {
  status: string;
  attempts: number;
  event_type: string;
}

const stored = (endpointId: number): Promise<Stored[]> =>
  fixture.rows<Stored>(
    'select status, attempts, event_type from deliveries where endpoint_id = $1 order by id',
    [endpointId],
  );

const attempts = (endpointId: number): Promise<{ status_code: number | null; error: string | null }[]> =>
  fixture.rows(
    `select a.status_code, a.error from delivery_attempts a join deliveries d on d.id = a.delivery_id
      where d.endpoint_id = $1 order by a.id`,
    [endpointId],
  );

/** Returns the seconds from the last attempt to the next one. */
async function waitOf(endpointId: number): Promise<number> {
  const [row] = await fixture.rows<{ wait_s: number }>(
    `select extract(epoch from d.next_attempt_at - max(a.attempted_at))::float8 as wait_s
       from deliveries d join delivery_attempts a on a.delivery_id = d.id
      where d.endpoint_id = $1 group by d.id`,
    [endpointId],
  );
  return row?.wait_s ?? NaN;
}

const published = (endpointId: number) => fixture.published.filter(({ id }) => id === endpointId);

/** Transaction ids and accounts are derived from the user, so that tests do not share them. */
const send = (accounts: number, versions = 1): Promise<void> =>
  fixture.publishAll(
    TransactionShapedV1,
    Array.from({ length: versions }, (_, version) =>
      Array.from({ length: accounts }, (__, account) => {
        const id = userId * 1000 + account;
        return shapedEvent(id, [shaped(id, version + 1, { amount: `-${version + 1}.00` })], userId);
      }),
    ).flat(),
  );

describe('sending', () => {
  test('signs deliveries, and sends each once, in order per account', async () => {
    const { endpoint } = await fixture.hook('order', userId);
    await fixture.behave('order', { kind: 'slow', delay_ms: 2 });
    await send(8, 12);
    const expected = await fixture.rows<{ lane: string; ids: string[] }>(
      'select lane, array_agg(message_id order by id) as ids from deliveries where endpoint_id = $1 group by lane',
      [endpoint.id],
    );
    const ledger = await eventually(async () => {
      const current = await fixture.ledger('order');
      expect(current.summary.accepted_ids).toBe(96);
      return current;
    });
    expect(ledger.summary).toMatchObject({ deliveries: 96, unique_ids: 96, bad_signatures: 0 });
    expect(ledger.order_by_account).toEqual(
      Object.fromEntries(expected.map(({ lane, ids }) => [lane.replace('account:', ''), ids])),
    );
    await eventually(async () => {
      expect(published(endpoint.id).map(({ document }) => document.health.status)).toEqual([
        'UNKNOWN',
        'HEALTHY',
      ]);
    });
  });

  test('retries a failure until it is accepted, under the same id', async () => {
    const { endpoint } = await fixture.hook('flaky', userId);
    await fixture.behave('flaky', { kind: 'status', status: 503 });
    await send(1);
    await eventually(async () =>
      expect(await stored(endpoint.id)).toMatchObject([{ status: 'PENDING', attempts: 1 }]),
    );
    const [{ wait_s: waitS } = { wait_s: 0 }] = await fixture.rows<{ wait_s: number }>(
      `select extract(epoch from next_attempt_at - a.attempted_at)::float8 as wait_s
         from deliveries d join delivery_attempts a on a.delivery_id = d.id where endpoint_id = $1`,
      [endpoint.id],
    );
    expect(waitS).toBeGreaterThan(4.4);
    await fixture.behave('flaky', { kind: 'ok' });
    await fixture.skipBackoff();
    await eventually(async () =>
      expect(await stored(endpoint.id)).toMatchObject([{ status: 'DELIVERED', attempts: 2 }]),
    );
    expect((await fixture.ledger('flaky')).summary).toMatchObject({ deliveries: 2, unique_ids: 1 });
    expect(await attempts(endpoint.id)).toEqual([
      { status_code: 503, error: 'HTTP_503' },
      { status_code: 204, error: null },
    ]);
    await eventually(async () =>
      expect(published(endpoint.id).map(({ document }) => document.health.status)).toEqual([
        'UNKNOWN',
        'DEGRADED',
        'HEALTHY',
      ]),
    );
  });

  test('retries six hours of 503 by the schedule, a tenth more or less, until it is accepted', async () => {
    const { endpoint } = await fixture.hook('away', userId);
    await fixture.behave('away', { kind: 'status', status: 503 });
    await send(1);
    const hours = 3600;
    for (const [failed, waitS] of [5, 300, 1800, 2 * hours, 5 * hours].entries()) {
      await eventually(async () =>
        expect(await stored(endpoint.id)).toMatchObject([{ status: 'PENDING', attempts: failed + 1 }]),
      );
      const s = await waitOf(endpoint.id);
      expect([s >= waitS * 0.9 - 0.1, s <= waitS * 1.1 + 0.1]).toEqual([true, true]);
      if (failed === 4) await fixture.behave('away', { kind: 'ok' }); // 2 h 35 min and 5 h after the first
      await fixture.letPass(endpoint.id, s - 3);
      expect(await stored(endpoint.id)).toMatchObject([{ attempts: failed + 1 }]);
      await fixture.letPass(endpoint.id, 3);
    }
    await eventually(async () =>
      expect(await stored(endpoint.id)).toMatchObject([{ status: 'DELIVERED', attempts: 6 }]),
    );
    expect((await fixture.ledger('away')).summary).toMatchObject({ deliveries: 6, unique_ids: 1 });
    expect(published(endpoint.id).at(-1)?.document.enabled).toBe(true);
  });

  test('does not send twice if the database is down for a moment after the POST', async () => {
    const { endpoint } = await fixture.hook('once', userId);
    await fixture.behave('once', { kind: 'slow', delay_ms: 600 });
    await send(5);
    await eventually(async () => expect((await fixture.ledger('once')).summary.deliveries).toBe(5));
    // All connections are cut while responses are under way.
    for (let turn = 0; turn < 8; turn += 1) {
      await fixture.cutDatabaseConnections();
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    await eventually(async () =>
      expect((await stored(endpoint.id)).map(({ status }) => status)).toEqual(Array(5).fill('DELIVERED')),
    );
    expect((await fixture.ledger('once')).summary).toMatchObject({ deliveries: 5, accepted_ids: 5 });
  });

  test('does not delay later deliveries while one waits for its retry', async () => {
    const { endpoint } = await fixture.hook('gap', userId);
    await fixture.behave('gap', { kind: 'status', status: 500 });
    await send(1);
    await eventually(async () => expect(await stored(endpoint.id)).toMatchObject([{ attempts: 1 }]));
    await fixture.behave('gap', { kind: 'ok' });
    await send(1, 2);
    await eventually(async () =>
      expect((await stored(endpoint.id)).map(({ status }) => status)).toEqual(['PENDING', 'DELIVERED']),
    );
  });

  test('ends the delivery at its last failure', async () => {
    const { endpoint } = await fixture.hook('hopeless', userId);
    await fixture.behave('hopeless', { kind: 'status', status: 500 });
    await send(1);
    await eventually(async () => expect(await stored(endpoint.id)).toMatchObject([{ attempts: 1 }]));
    await fixture.sql.query('update deliveries set attempts = 8 where endpoint_id = $1', [endpoint.id]);
    await fixture.skipBackoff();
    await eventually(async () =>
      expect(await stored(endpoint.id)).toMatchObject([{ status: 'FAILED', attempts: 9 }]),
    );
  });

  test('410 disables the endpoint immediately, and once', async () => {
    const { endpoint } = await fixture.hook('gone', userId);
    await fixture.behave('gone', { kind: 'gone' });
    const pauseUntil = (time: string) =>
      fixture.sql.query('update sending_states set paused_until = $2 where endpoint_id = $1', [
        endpoint.id,
        time,
      ]);
    await pauseUntil('infinity'); // until all are stored, none for a disabled endpoint
    await send(30);
    await eventually(async () => expect(await stored(endpoint.id)).toHaveLength(30));
    await pauseUntil('-infinity');
    await eventually(async () =>
      expect(published(endpoint.id).at(-1)?.document).toMatchObject({
        enabled: false,
        health: { status: 'FAILING', integrator_message: expect.stringContaining('410') as string },
      }),
    );
    // POSTs that were running at the first 410 end, too; then the lease is released.
    await eventually(async () =>
      expect(
        await fixture.rows('select lease_until from sending_states where endpoint_id = $1', [endpoint.id]),
      ).toEqual([{ lease_until: null }]),
    );
    expect((await stored(endpoint.id)).filter(({ status }) => status === 'PENDING')).toEqual([]);
    const { deliveries } = (await fixture.ledger('gone')).summary;
    await send(30, 2);
    expect(await stored(endpoint.id)).toHaveLength(30);
    expect((await fixture.ledger('gone')).summary.deliveries).toBe(deliveries);
    expect(published(endpoint.id)).toHaveLength(2);
  });

  test('five days without a success disable the endpoint', async () => {
    const { endpoint } = await fixture.hook('silent', userId);
    await fixture.behave('silent', { kind: 'status', status: 500 });
    await fixture.sql.query(
      `update sending_states set consecutive_failures = 7, failing_since = now() - interval '5 days'
        where endpoint_id = $1`,
      [endpoint.id],
    );
    await send(1);
    await eventually(async () =>
      expect(published(endpoint.id).at(-1)?.document).toMatchObject({
        enabled: false,
        health: { status: 'FAILING', failure_count: 8 },
      }),
    );
    expect(await stored(endpoint.id)).toMatchObject([{ status: 'DISCARDED' }]);
  });

  test('Retry-After pauses the whole endpoint', async () => {
    const { endpoint } = await fixture.hook('limited', userId);
    await fixture.behave('limited', { kind: 'status', status: 429, retry_after_s: 3600 });
    await send(1);
    await eventually(async () => expect(await stored(endpoint.id)).toMatchObject([{ attempts: 1 }]));
    await send(20, 2);
    await fixture.hook('bystander', userId);
    await send(20, 3);
    await eventually(async () => expect((await fixture.ledger('bystander')).summary.accepted_ids).toBe(20));
    expect((await fixture.ledger('limited')).summary).toMatchObject({
      deliveries: 1,
      requests_in_retry_after: 0,
    });
  });

  test('a redirect is a failure and is not followed', async () => {
    const { endpoint } = await fixture.hook('moved', userId);
    await fixture.hook('elsewhere', userId, { events: ['balance.updated'] });
    const location = `${fixture.sandbox.receiverUrl}/hooks/elsewhere`;
    await fixture.behave('moved', { kind: 'redirect', location });
    await send(1);
    await eventually(async () =>
      expect(await attempts(endpoint.id)).toEqual([{ status_code: 302, error: 'HTTP_302' }]),
    );
    expect((await fixture.ledger('elsewhere')).summary.deliveries).toBe(0);
  });

  test('an endpoint that hangs does not delay another', async () => {
    const { endpoint: hanging } = await fixture.hook('hanging', userId);
    await fixture.behave('hanging', { kind: 'slow', delay_ms: 60_000 });
    await fixture.hook('quick', userId);
    await send(50);
    await eventually(async () => expect((await fixture.ledger('quick')).summary.accepted_ids).toBe(50));
    expect((await stored(hanging.id)).filter(({ status }) => status === 'DELIVERED')).toEqual([]);
    await fixture.behave('hanging', { kind: 'ok' });
  });

  test('two instances alternate for one endpoint and send no delivery twice', async () => {
    await fixture.hook('shared', userId);
    const another = await fixture.startInstance();
    await Promise.all([send(100), send(100, 2)]);
    await eventually(async () => expect((await fixture.ledger('shared')).summary.unique_ids).toBe(200));
    await another.stop();
    expect((await fixture.ledger('shared')).summary).toMatchObject({ deliveries: 200, accepted_ids: 200 });
  });
});
