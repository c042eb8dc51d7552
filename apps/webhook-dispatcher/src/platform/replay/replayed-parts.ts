import {
  DeliveryAttempt,
  EventData,
  groupBy,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { partById, ReplayedEvent, ReplayedParts } from '@tributary/service';
import { RECORDED_EVENTS, RecordedRow } from '../../announcements/recorded-events.store';
import { deliveredEvents, toState } from '../../deliveries/delivery-state';
import { toUpserted } from '../../endpoints/endpoint-event';
import { ENDPOINTS } from '../../endpoints/endpoints.store';
import { WebhookEndpoint } from '../../endpoints/webhook-endpoint.entity';
import {
  AttemptRow,
  attemptsOf,
  PUBLISHED_DELIVERIES,
  PublishedRow,
} from '../../redelivery/redeliveries.store';

const ENDPOINT_PART = partById<WebhookEndpoint>({
  name: 'webhook endpoints',
  ...ENDPOINTS,
  idOf: ({ id }) => id,
  toEvents: (endpoints) =>
    endpoints.map((endpoint) => ({
      event: event(WebhookEndpointUpsertedV1, endpoint.id, toUpserted(endpoint)),
      occurredAt: endpoint.updatedAt,
    })),
});

const DELIVERY_PART = partById<PublishedRow>({
  name: 'deliveries',
  ...PUBLISHED_DELIVERIES,
  idOf: ({ id }) => id,
  toEvents: async (rows, tx) => {
    const made = await attemptsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const attempts = groupBy(made, (attempt) => attempt.delivery_id);
    return [...groupBy(rows, (row) => row.endpoint_id)].flatMap(([id, ofEndpoint]) =>
      deliveryEvents(id, ofEndpoint, attempts),
    );
  },
});

function deliveryEvents(
  id: number,
  rows: readonly PublishedRow[],
  attempts: ReadonlyMap<number, AttemptRow[]>,
): ReplayedEvent[] {
  const occurredAt = rows[0]?.created_at ?? new Date();
  const states = rows.flatMap((row) => {
    const made = attempts.get(row.id) ?? [];
    return made.length === 0 ? [toState(row, null)] : made.map((one) => toState(row, toAttempt(one)));
  });
  return deliveredEvents({ id, userId: rows[0]?.user_id ?? 0 }, states).map((event) => ({
    event,
    occurredAt,
  }));
}

function toAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    attemptedAt: row.attempted_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    error: row.error,
  };
}

const EVENTS_PER_MESSAGE_MAX = 200;

const EVENT_PART = partById<RecordedRow>({
  name: 'recorded events',
  ...RECORDED_EVENTS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    [...groupBy(rows, (row) => row.user_id)].flatMap(([userId, ofUser]) => {
      const sized = ofUser.map((row) => ({
        item: toRecorded(row),
        bytes: Buffer.byteLength(row.data) + MEMBERS_BYTES_MAX,
      }));
      return cutForMessages(sized, EVENTS_PER_MESSAGE_MAX).map((events) => ({
        event: event(WebhookEventRecordedV1, userId, { userId, events }),
        occurredAt: ofUser[0]?.created_at ?? new Date(),
      }));
    }),
});

/** Size of an event's members other than its data. */
const MEMBERS_BYTES_MAX = 300;

function toRecorded(row: RecordedRow) {
  return {
    id: row.id,
    type: row.type,
    financialAccountId: row.account_id,
    connectionId: row.connection_id,
    ruleId: row.rule_id,
    createdAt: row.created_at.toISOString(),
    data: { ...(JSON.parse(row.data) as EventData) },
  };
}

/** The parts of a replay by the webhook dispatcher. */
export const REPLAYED_PARTS: ReplayedParts<'webhook-dispatcher'> = {
  'webhook-endpoint.upserted': ENDPOINT_PART,
  'webhook.delivered': DELIVERY_PART,
  'webhook-event.recorded': EVENT_PART,
};
