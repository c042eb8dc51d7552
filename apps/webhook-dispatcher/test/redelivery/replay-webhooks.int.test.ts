import { TransactionShapedV1, UpdateWebhookEndpoint, ownerOf } from '@tributary/contracts';
import { requestOperation, eventually } from '@tributary/testing';
import { DispatcherFixture } from '../dispatcher.fixture';
import { shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 4000;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

const WINDOW = { from: '2020-01-01T00:00:00.000Z', to: '2120-01-01T00:00:00.000Z' };

interface Outcome {
  readonly deliveries: number;
  readonly recovery: number | null;
}

const replay = async (endpointId: number, parameters: object = {}): Promise<Outcome> =>
  JSON.parse(
    await requestOperation((sql, values) => fixture.rows(sql, values), 'replay-webhooks', {
      endpointId,
      ...WINDOW,
      deliveredToo: true,
      perSecond: 1000,
      dryRun: false,
      ...parameters,
    }),
  ) as Outcome;

const statuses = async (endpointId: number) =>
  (
    await fixture.rows<{ status: string }>(
      'select status from deliveries where endpoint_id = $1 order by id',
      [endpointId],
    )
  ).map(({ status }) => status);

async function delivered(name: string, count: number) {
  const { endpoint } = await fixture.hook(name, userId);
  await fixture.publishAll(
    TransactionShapedV1,
    Array.from({ length: count }, (_, index) =>
      shapedEvent(userId, [shaped(userId * 100 + index, 1)], userId),
    ),
  );
  await eventually(async () =>
    expect(await statuses(endpoint.id)).toEqual(Array<string>(count).fill('DELIVERED')),
  );
  return endpoint;
}

it('sends all of a window again under the same ids, in the same order', async () => {
  const endpoint = await delivered('window', 5);
  const before = await fixture.ledger('window');
  expect(await replay(endpoint.id, { dryRun: true })).toEqual({ deliveries: 5, recovery: null });
  expect((await fixture.ledger('window')).summary.deliveries).toBe(5);
  expect(await replay(endpoint.id)).toMatchObject({ deliveries: 5 });
  await eventually(async () => {
    const { summary } = await fixture.ledger('window');
    expect(summary).toMatchObject({ deliveries: 10, unique_ids: 5, bad_signatures: 0 });
  });
  const after = await fixture.ledger('window');
  expect(after.order_by_account).toEqual(before.order_by_account);
});

it('sends only failed deliveries of the window if delivered ones are excluded', async () => {
  const endpoint = await delivered('partly', 4);
  const failed = await fixture.rows<{ id: number }>(
    `update deliveries set status = 'FAILED' where id in
       (select id from deliveries where endpoint_id = $1 order by id limit 2) returning id::float8 as id`,
    [endpoint.id],
  );
  const first = Math.min(...failed.map(({ id }) => id));
  await fixture.rows(`update deliveries set created_at = created_at - interval '2 days' where id = $1`, [
    first,
  ]);
  const yesterday = new Date(Date.now() - 86_400_000).toISOString();
  expect(await replay(endpoint.id, { deliveredToo: false, from: yesterday })).toMatchObject({
    deliveries: 1,
  });
  await eventually(async () =>
    expect(await statuses(endpoint.id)).toEqual(['FAILED', 'DELIVERED', 'DELIVERED', 'DELIVERED']),
  );
  expect((await fixture.ledger('partly')).summary).toMatchObject({ deliveries: 5, unique_ids: 4 });
});

it('limits the rate: a piece has five seconds of deliveries, and the next one waits', async () => {
  const endpoint = await delivered('slowly', 12);
  const { recovery } = await replay(endpoint.id, { perSecond: 1 });
  const progress = async () => {
    const [row] = await fixture.rows<{ sent_again: number; wait_s: number }>(
      `select (cursor -> 'sentAgain')::float8 as sent_again, extract(epoch from due_at - now())::float8 as wait_s
         from jobs where id = $1 and finished_at is null`,
      [recovery],
    );
    return row;
  };
  await eventually(async () => expect((await progress())?.sent_again).toBe(5));
  expect((await progress())?.wait_s).toBeGreaterThan(1);
  await fixture.rows(
    `update jobs set due_at = now(), payload = payload || '{"perSecond": 1000}' where id = $1`,
    [recovery],
  );
  await eventually(async () => expect(await progress()).toBeUndefined(), { timeoutMs: 15_000 });
  await eventually(async () =>
    expect((await fixture.ledger('slowly')).summary).toMatchObject({ deliveries: 24, unique_ids: 12 }),
  );
});

it('is refused without an endpoint, or if it is turned off', async () => {
  await expect(replay(99_999)).rejects.toThrow('there is no endpoint 99999');
  const endpoint = await delivered('off', 1);
  const changes = { enabled: false };
  const owner = ownerOf(userId);
  await fixture.send(UpdateWebhookEndpoint, { id: endpoint.id, changes }, owner);
  await expect(replay(endpoint.id)).rejects.toThrow('is disabled; enable it first');
});
