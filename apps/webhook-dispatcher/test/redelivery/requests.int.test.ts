import {
  AccountDeletedV1,
  AccountUpsertedV1,
  Caller,
  EventPayload,
  HoldingsSnapshottedV1,
  Problem,
  RecoverDeliveries,
  RedeliverWebhook,
  SendTestEvent,
  TransactionShapedV1,
  UpdateWebhookEndpoint,
  WebhookEventRecordedV1,
  ownerOf,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { BODY, DispatcherFixture } from '../dispatcher.fixture';
import { accountEvent, shaped, shapedEvent } from '../samples';

let fixture: DispatcherFixture;
let userId = 900;

beforeAll(async () => {
  fixture = await DispatcherFixture.start();
}, 60_000);
afterAll(() => fixture.close());
beforeEach(() => {
  userId += 1;
});

const owner = (): Caller => ownerOf(userId);

const publish = (count: number): Promise<void> =>
  fixture.publishAll(
    TransactionShapedV1,
    Array.from({ length: count }, (_, index) =>
      shapedEvent(userId, [shaped(userId * 100 + index, 1)], userId),
    ),
  );

interface Stored {
  id: number;
  status: string;
  attempts: number;
  earlier_attempts: number;
  message_id: string;
  body: string;
}

const stored = (endpointId: number): Promise<Stored[]> =>
  fixture.rows<Stored>(
    `select id::float8, status, attempts, earlier_attempts, message_id, ${BODY} as body
       from deliveries d where endpoint_id = $1 order by id`,
    [endpointId],
  );

const eventuallyStored = (endpointId: number, expected: object[]): Promise<void> =>
  eventually(async () => expect(await stored(endpointId)).toMatchObject(expected));

describe('a test event', () => {
  test('is signed and sent like any other, and is marked as a test', async () => {
    const reader = { ...owner(), scopes: ['accounts:read'] };
    const { endpoint } = await fixture.hook('tested', reader, { payload_version: 'v1' });
    const sent = await fixture.send(SendTestEvent, { id: endpoint.id, event: 'account.updated' }, owner());
    expect(sent.delivery).toMatchObject({
      eventType: 'bank_account.updated',
      status: 'PENDING',
      attempts: 0,
    });
    await eventuallyStored(endpoint.id, [{ status: 'DELIVERED', message_id: sent.delivery.messageId }]);
    expect((await fixture.ledger('tested')).summary).toMatchObject({ accepted_ids: 1, bad_signatures: 0 });
    const [{ body } = { body: '{}' }] = await stored(endpoint.id);
    expect(JSON.parse(body)).toMatchObject({ test: true, data: { bank_account: { id: '17', meta: '' } } });
    expect(body).not.toMatch(/FI2112345600000785|Maija/);
  });

  test('is refused for an endpoint that is turned off', async () => {
    const { endpoint } = await fixture.hook('asleep', userId, { enabled: false });
    await expect(fixture.send(SendTestEvent, { id: endpoint.id, event: null }, owner())).rejects.toThrow(
      'disabled',
    );
  });
});

describe('a redelivery', () => {
  test('sends a delivered one again under its own id', async () => {
    const { endpoint } = await fixture.hook('again', userId);
    await publish(1);
    await eventuallyStored(endpoint.id, [{ status: 'DELIVERED', attempts: 1 }]);
    const [one] = await stored(endpoint.id);
    const deliveryId = one?.id ?? 0;
    const sent = await fixture.send(RedeliverWebhook, { endpointId: endpoint.id, deliveryId }, owner());
    expect(sent.delivery).toMatchObject({ id: deliveryId, status: 'PENDING', attempts: 1 });
    await eventuallyStored(endpoint.id, [{ status: 'DELIVERED', attempts: 2, message_id: one?.message_id }]);
    expect((await fixture.ledger('again')).summary).toMatchObject({ deliveries: 2, unique_ids: 1 });
  });

  test('restarts the schedule of retries', async () => {
    const { endpoint } = await fixture.hook('exhausted', userId);
    await fixture.behave('exhausted', { kind: 'status', status: 500 });
    await publish(1);
    await eventuallyStored(endpoint.id, [{ attempts: 1 }]);
    await fixture.sql.query(`update deliveries set attempts = 9, status = 'FAILED' where endpoint_id = $1`, [
      endpoint.id,
    ]);
    const [one] = await stored(endpoint.id);
    await fixture.send(RedeliverWebhook, { endpointId: endpoint.id, deliveryId: one?.id ?? 0 }, owner());
    await eventuallyStored(endpoint.id, [{ status: 'PENDING', attempts: 10, earlier_attempts: 9 }]);
    const rows = await fixture.rows<{ wait_s: number }>(
      'select extract(epoch from next_attempt_at - now())::float8 as wait_s from deliveries where endpoint_id = $1',
      [endpoint.id],
    );
    expect(rows[0]?.wait_s).toBeLessThan(6); // the first delay of the schedule, not the tenth
  });

  test('of another user’s delivery, or one of another endpoint, sends nothing', async () => {
    const { endpoint } = await fixture.hook('mine', userId);
    const { endpoint: other } = await fixture.hook('other', userId);
    await publish(1);
    await eventuallyStored(endpoint.id, [{ status: 'DELIVERED' }]);
    const [one] = await stored(endpoint.id);
    const deliveryId = one?.id ?? 0;
    const stranger: Caller = ownerOf(userId + 5000);
    const ofAnother = { endpointId: other.id, deliveryId };
    await expect(fixture.send(RedeliverWebhook, ofAnother, owner())).rejects.toThrow(Problem);
    const ofHis = { endpointId: endpoint.id, deliveryId };
    await expect(fixture.send(RedeliverWebhook, ofHis, stranger)).rejects.toThrow(Problem);
  });
});

describe('a recovery', () => {
  test('sends all that failed or was discarded since then, in order, and no others', async () => {
    const { endpoint } = await fixture.hook('recovered', userId);
    await fixture.behave('recovered', { kind: 'status', status: 500 });
    await publish(6);
    await eventuallyStored(endpoint.id, Array<object>(6).fill({ attempts: 1 }));
    await fixture.send(UpdateWebhookEndpoint, { id: endpoint.id, changes: { enabled: false } }, owner());
    await fixture.sql.query(
      `update deliveries set created_at = created_at - interval '1 day'
        where id = (select min(id) from deliveries where endpoint_id = $1)`,
      [endpoint.id],
    );
    await fixture.behave('recovered', { kind: 'ok' });
    const since = new Date(Date.now() - 3_600_000).toISOString();
    const recover = () => fixture.send(RecoverDeliveries, { id: endpoint.id, since, until: null }, owner());
    await expect(recover()).rejects.toThrow('disabled');
    await fixture.send(UpdateWebhookEndpoint, { id: endpoint.id, changes: { enabled: true } }, owner());
    expect(await recover()).toEqual({ deliveries: 5 });
    await eventuallyStored(endpoint.id, [
      { status: 'DISCARDED' },
      ...Array<object>(5).fill({ status: 'DELIVERED', attempts: 2 }),
    ]);
    await eventually(async () =>
      expect(await fixture.rows('select id from jobs where finished_at is null')).toEqual([]),
    );
    expect(await recover()).toEqual({ deliveries: 0 });
  });
});

describe('retention', () => {
  test('deletes old finished deliveries with their attempts, and keeps waiting ones', async () => {
    const { endpoint } = await fixture.hook('old', userId);
    await publish(3);
    await eventuallyStored(endpoint.id, Array<object>(3).fill({ status: 'DELIVERED' }));
    const [first, second] = await stored(endpoint.id);
    await fixture.sql.query(
      `update deliveries set created_at = now() - interval '31 days',
              status = case id when $2 then 'PENDING' else status end,
              next_attempt_at = now() + interval '1 day'
        where id in ($1, $2)`,
      [first?.id, second?.id],
    );
    await fixture.sql.query(
      `update recorded_events set created_at = now() - interval '31 days' where user_id = $1`,
      [userId],
    );
    await fixture.prune();
    expect((await stored(endpoint.id)).map(({ status }) => status)).toEqual(['PENDING', 'DELIVERED']);
    const attempts = await fixture.rows(
      'select 1 from delivery_attempts where delivery_id not in (select id from deliveries)',
    );
    expect(attempts).toEqual([]);
    const contents = await fixture.rows(
      'select 1 from delivery_contents where id not in (select content_id from deliveries)',
    );
    expect(contents).toEqual([]);
    expect(await fixture.rows('select 1 from recorded_events where user_id = $1', [userId])).toEqual([]);
  });
});

describe('recorded events', () => {
  const recorded = () =>
    fixture
      .events(WebhookEventRecordedV1)
      .filter((payload) => payload.userId === userId)
      .flatMap(({ events }) => events);

  test('are stored without any endpoint, complete, in rising order, and are erased with their account', async () => {
    await fixture.publishAll(AccountUpsertedV1, [accountEvent(userId, 1, {}, userId)]);
    await publish(3);
    await eventually(() => expect(recorded()).toHaveLength(4));
    const ids = recorded().map(({ id }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    expect(recorded()[1]).toMatchObject({
      type: 'transactions.created',
      financialAccountId: userId,
      data: {
        financial_account: { iban: 'FI2112345600000785' },
        transactions: [{ id: String(userId * 100), booked: 'true' }],
      },
    });
    await fixture.publishAll(AccountDeletedV1, [
      { key: userId, payload: { id: userId, version: 5, userId } },
    ]);
    await eventually(() => expect(recorded()).toHaveLength(5));
    expect(recorded()[4]?.data).toEqual({ financial_account: { id: String(userId) } });
    const kept = await fixture.rows<{ type: string }>('select type from recorded_events where user_id = $1', [
      userId,
    ]);
    expect(kept).toEqual([{ type: 'account.deleted' }]);
  });
});

describe('holdings', () => {
  const snapshot = (
    version: number,
    units: string,
    changed: boolean,
  ): { key: number; payload: EventPayload<typeof HoldingsSnapshottedV1> } => {
    const { sample } = HoldingsSnapshottedV1;
    const holdings = sample.holdings.map((holding) => ({
      ...holding,
      document: { ...holding.document, units },
    }));
    return {
      key: userId,
      payload: { ...sample, financialAccountId: userId, userId, version, changed, holdings },
    };
  };

  test('are published if a position changed', async () => {
    const { endpoint } = await fixture.hook('holdings', userId, { events: ['holdings.updated'] });
    await fixture.publishAll(HoldingsSnapshottedV1, [
      snapshot(1, '1', true),
      snapshot(2, '1', false),
      snapshot(4, '3', true),
      snapshot(3, '2', true),
    ]);
    const bodies = (await stored(endpoint.id)).map(
      ({ body }) => JSON.parse(body) as { data: { holdings: { units: string; cash_equivalent: string }[] } },
    );
    expect(bodies.map(({ data }) => data.holdings)).toMatchObject([
      [{ id: '7', financial_account_id: String(userId), units: '1', cash_equivalent: 'false' }],
      [{ units: '3' }],
    ]);
  });
});
