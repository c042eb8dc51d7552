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
    const attempts = await attemptsOf(
      tx,
      rows.map(({ id }) => id),
    );
    const attemptsById = groupBy(attempts, (attempt) => attempt.delivery_id);
    return [...groupBy(rows, (row) => row.endpoint_id)].flatMap(([endpointId, rowsOfEndpoint]) =>
      deliveryEvents(endpointId, rowsOfEndpoint, attemptsById),
    );
  },
});

/** Returns the events of an endpoint's deliveries: a state for each attempt, or one state if there was none. */
function deliveryEvents(
  endpointId: number,
  rows: readonly PublishedRow[],
  attemptsById: ReadonlyMap<number, AttemptRow[]>,
): ReplayedEvent[] {
  const occurredAt = rows[0]?.created_at ?? new Date();
  const states = rows.flatMap((row) => {
    const attempts = attemptsById.get(row.id) ?? [];
    if (attempts.length === 0) return [toState(row, null)];
    return attempts.map((attempt) => toState(row, toAttempt(attempt)));
  });
  return deliveredEvents({ id: endpointId, userId: rows[0]?.user_id ?? 0 }, states).map((event) => ({
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

/** Estimated maximum size of a recorded event in JSON without its `data`. */
const EVENT_OVERHEAD_BYTES = 300;

const EVENT_PART = partById<RecordedRow>({
  name: 'recorded events',
  ...RECORDED_EVENTS,
  idOf: ({ id }) => id,
  toEvents: (rows) =>
    [...groupBy(rows, (row) => row.user_id)].flatMap(([userId, rowsOfUser]) => {
      const sized = rowsOfUser.map((row) => ({
        item: toRecorded(row),
        bytes: Buffer.byteLength(row.data) + EVENT_OVERHEAD_BYTES,
      }));
      return cutForMessages(sized, EVENTS_PER_MESSAGE_MAX).map((events) => ({
        event: event(WebhookEventRecordedV1, userId, { userId, events }),
        occurredAt: rowsOfUser[0]?.created_at ?? new Date(),
      }));
    }),
});

function toRecorded(row: RecordedRow) {
  return {
    id: row.id,
    type: row.type,
    financialAccountId: row.account_id,
    connectionId: row.connection_id,
    ruleId: row.rule_id,
    createdAt: row.created_at.toISOString(),
    data: JSON.parse(row.data) as EventData,
  };
}

/** The rows that the webhook dispatcher publishes again in a replay, by topic. */
export const REPLAYED_PARTS: ReplayedParts<'webhook-dispatcher'> = {
  'webhook-endpoint.upserted': ENDPOINT_PART,
  'webhook.delivered': DELIVERY_PART,
  'webhook-event.recorded': EVENT_PART,
};
