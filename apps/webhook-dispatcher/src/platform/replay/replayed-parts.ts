import {
  CanonicalEvent,
  DeliveryAttempt,
  EventData,
  groupBy,
  WebhookEndpointUpsertedV1,
  WebhookEventRecordedV1,
} from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { partById, ReplayedEvent, ReplayedPart } from '@tributary/service';
import { MoreThan } from 'typeorm';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../../deliveries/delivery-state';
import { toUpserted } from '../../endpoints/endpoint-event';
import { WebhookEndpoint } from '../../endpoints/webhook-endpoint.entity';

const ENDPOINTS = partById<WebhookEndpoint>({
  name: 'webhook endpoints',
  totalSql: 'select count(*) as count from webhook_endpoints',
  rows: (tx, after, take) =>
    tx.manager.find(WebhookEndpoint, { where: { id: MoreThan(after) }, order: { id: 'ASC' }, take }),
  idOf: ({ id }) => id,
  toEvents: (endpoints) =>
    endpoints.map((endpoint) => ({
      event: event(WebhookEndpointUpsertedV1, endpoint.id, toUpserted(endpoint)),
      occurredAt: endpoint.updatedAt,
    })),
});

interface DeliveryRow extends DeliveryStateRow {
  readonly endpoint_id: number;
  readonly user_id: number;
  readonly created_at: Date;
}

interface AttemptRow {
  readonly delivery_id: number;
  readonly number: number;
  readonly attempted_at: Date;
  readonly duration_ms: number;
  readonly status_code: number | null;
  readonly error: string | null;
}

/** Published ones: attempted, discarded or requested. */
const DELIVERIES = partById<DeliveryRow>({
  name: 'deliveries',
  totalSql: 'select count(*) as count from deliveries where version > 0',
  rows: `select ${STATE_COLUMNS}, d.endpoint_id, e.user_id from deliveries d
           join webhook_endpoints e on e.id = d.endpoint_id
          where d.id > $1 and d.version > 0 order by d.id limit $2`,
  idOf: ({ id }) => id,
  toEvents: async (rows, tx) => {
    const attempts = await attemptsOf(tx, rows);
    return [...groupBy(rows, (row) => row.endpoint_id)].flatMap(([id, ofEndpoint]) =>
      deliveryEvents(id, ofEndpoint, attempts),
    );
  },
});

/** Attempts are rows in the order of their numbers. */
async function attemptsOf(tx: Tx, rows: readonly DeliveryRow[]): Promise<ReadonlyMap<number, AttemptRow[]>> {
  const attempts = await tx.query<AttemptRow>(
    `select delivery_id, (row_number() over (partition by delivery_id order by id))::int as number,
            attempted_at, duration_ms, status_code, error
       from delivery_attempts where delivery_id = any($1::bigint[])`,
    [rows.map(({ id }) => id)],
  );
  return groupBy(attempts, (attempt) => attempt.delivery_id);
}

function deliveryEvents(
  id: number,
  rows: readonly DeliveryRow[],
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

interface RecordedRow {
  readonly id: number;
  readonly user_id: number;
  readonly type: CanonicalEvent;
  readonly account_id: number | null;
  readonly connection_id: number | null;
  readonly rule_id: number | null;
  readonly data: string;
  readonly created_at: Date;
}

const EVENTS_PER_MESSAGE_MAX = 200;

const RECORDED_EVENTS = partById<RecordedRow>({
  name: 'recorded events',
  totalSql: 'select count(*) as count from recorded_events',
  rows: `select id, user_id, type, account_id, connection_id, rule_id, data, created_at from recorded_events
          where id > $1 order by id limit $2`,
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

/** The columns of an event beside its data. */
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

/** What the webhook dispatcher replays. */
export const REPLAYED_PARTS: readonly ReplayedPart[] = [ENDPOINTS, DELIVERIES, RECORDED_EVENTS];
