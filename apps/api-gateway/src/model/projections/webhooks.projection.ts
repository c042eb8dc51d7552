import { EventPayload, WebhookDeliveredV1, WebhookEventRecordedV1 } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

type Delivered = EventPayload<typeof WebhookDeliveredV1>;

/** The progress of each delivery that was attempted, discarded or requested. */
export const WEBHOOK_DELIVERIES: ProjectedTable = {
  table: 'webhook_deliveries',
  key: ['endpoint_id', 'id'],
  columns: {
    endpoint_id: 'bigint',
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    account_id: 'bigint',
    transaction_ids: 'bigint[]',
    message_id: 'text',
    event_type: 'text',
    status: 'text',
    attempts: 'integer',
    next_attempt_at: 'timestamptz',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
  },
  versionColumn: 'version',
  belongsTo: 'webhook_endpoints',
};

/** Every POST of each delivery; an attempt never changes. */
export const WEBHOOK_ATTEMPTS: ProjectedTable = {
  table: 'webhook_attempts',
  key: ['endpoint_id', 'delivery_id', 'number'],
  columns: {
    endpoint_id: 'bigint',
    delivery_id: 'bigint',
    number: 'integer',
    attempted_at: 'timestamptz',
    duration_ms: 'integer',
    status_code: 'integer',
    error: 'text',
  },
  versionColumn: null,
  belongsTo: 'webhook_endpoints',
};

/** Events for clients that pull them; an event never changes. */
export const WEBHOOK_EVENTS: ProjectedTable = {
  table: 'webhook_events',
  key: ['user_id', 'id'],
  columns: {
    user_id: 'bigint',
    id: 'bigint',
    type: 'text',
    account_id: 'bigint',
    connection_id: 'bigint',
    rule_id: 'bigint',
    created_at: 'timestamptz',
    data: 'jsonb',
  },
  versionColumn: null,
  belongsTo: 'accounts',
  storedAnyway: `r.type = 'account.deleted'`,
};

export function deliveryRows({ endpointId, userId, deliveries }: Delivered, changedAt: string) {
  return deliveries.map((delivery) => ({
    endpoint_id: endpointId,
    id: delivery.id,
    version: delivery.version,
    user_id: userId,
    account_id: delivery.financialAccountId,
    transaction_ids: delivery.transactionIds ?? [],
    message_id: delivery.messageId,
    event_type: delivery.eventType,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.nextAttemptAt,
    created_at: delivery.createdAt,
    updated_at: changedAt,
  }));
}

export function attemptRows({ endpointId, deliveries }: Delivered) {
  return deliveries.flatMap(({ id, attempt }) =>
    attempt === null
      ? []
      : [
          {
            endpoint_id: endpointId,
            delivery_id: id,
            number: attempt.number,
            attempted_at: attempt.attemptedAt,
            duration_ms: attempt.durationMs,
            status_code: attempt.statusCode,
            error: attempt.error,
          },
        ],
  );
}

export function eventRows({ userId, events }: EventPayload<typeof WebhookEventRecordedV1>) {
  return events.map((event) => ({
    user_id: userId,
    id: event.id,
    type: event.type,
    account_id: event.financialAccountId,
    connection_id: event.connectionId,
    rule_id: event.ruleId ?? null,
    created_at: event.createdAt,
    data: event.data,
  }));
}
