import { DeliveryState, WebhookEvent } from '@tributary/contracts';
import { Queryable, textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { bodyBytes, MessageContent } from './message-body';

/** The state columns of a delivery's row. */
export interface DeliveryStateRow {
  readonly id: number;
  readonly version: number;
  readonly message_id: string;
  readonly event_type: WebhookEvent;
  readonly lane: string;
  readonly transaction_ids: readonly number[];
  readonly status: DeliveryState['status'];
  readonly attempts: number;
  /** May be null if the delivery is not waiting. */
  readonly next_attempt_at: Date | null;
  readonly created_at: Date | string;
}

/** The columns that every statement returns which changes deliveries `d`. */
export const STATE_COLUMNS =
  'd.id, d.version, d.message_id, d.event_type, d.lane, d.transaction_ids, d.status, d.attempts, d.next_attempt_at, d.created_at';

/** `created_at` in ISO 8601. */
export const CREATED_AT = `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A message to one endpoint that is not stored yet. */
export interface NewDeliveryRow {
  readonly userId: number;
  readonly endpointId: number;
  /** Deliveries of one lane are sent one after another. */
  readonly lane: string;
  readonly eventType: string;
  readonly messageId: string;
  /** The content of the message. Endpoints that receive the same content share this object. */
  readonly content: MessageContent;
  /** The transactions in the body. */
  readonly transactionIds: readonly number[];
  /** The trace of the event that caused the delivery. */
  readonly traceparent: string | null;
}

export interface StoredRow {
  readonly id: number;
  readonly message_id: string;
  readonly created_at: string;
}

/**
 * Inserts deliveries with their contents. A content is stored once for all endpoints that see it; `content` is its
 * position in the list of contents.
 */
const INSERT = `
  with content as (
    insert into delivery_contents (user_id, content)
    select user_id, content
      from unnest($9::bigint[], ${textSequence(10)}) with ordinality as new(user_id, content, place) order by place
    returning id
  ),
  stored as materialized (select array_agg(id order by id) as ids from content)
  insert into deliveries (endpoint_id, lane, event_type, message_id, body_bytes, traceparent, transaction_ids, content_id)
  select endpoint_id, lane, event_type, message_id, body_bytes, traceparent, transaction_ids::bigint[],
         stored.ids[content]
    from stored, unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::text[], $7::text[],
                        $8::integer[])
                 with ordinality as new(endpoint_id, lane, event_type, message_id, body_bytes, traceparent,
                                        transaction_ids, content, place)
   order by place
  on conflict (message_id) do nothing
  returning id, message_id, ${CREATED_AT} as created_at`;

/** Inserts the deliveries in this order; one with a known message id is skipped. */
export function insertDeliveries(tx: Tx, deliveries: readonly NewDeliveryRow[]): Promise<StoredRow[]> {
  // Contents are not shared between users, so that each user's can be erased.
  const contents = new Map(deliveries.map((delivery) => [delivery.content, delivery.userId]));
  const positions = new Map([...contents.keys()].map((content, index) => [content, index + 1]));
  const of = (column: (delivery: NewDeliveryRow) => unknown): unknown[] => deliveries.map(column);
  return tx.queryPrepared<StoredRow>(INSERT, [
    of(({ endpointId }) => endpointId),
    of(({ lane }) => lane),
    of(({ eventType }) => eventType),
    of(({ messageId }) => messageId),
    of(({ messageId, content }) => bodyBytes(messageId, content)),
    of(({ traceparent }) => traceparent),
    of(({ transactionIds }) => `{${transactionIds.join(',')}}`),
    of(({ content }) => positions.get(content)),
    [...contents.values()],
    toTextSequence([...contents.keys()].map(({ text }) => text)),
  ]);
}

/** Locks out the endpoint's sender, which saves many rows at once, to avoid a deadlock. */
export async function lockSender(tx: Tx, endpointId: number): Promise<void> {
  await tx.query('select 1 from sending_states where endpoint_id = $1 for update', [endpointId]);
}

/** Discards waiting deliveries of an endpoint, except those of some lanes. */
export function discardDeliveries(
  tx: Tx,
  endpointId: number,
  exceptLanes: readonly string[],
): Promise<DeliveryStateRow[]> {
  return tx.query<DeliveryStateRow>(
    `update deliveries d set status = 'DISCARDED', version = d.version + 1
      where d.endpoint_id = $1 and d.status = 'PENDING' and d.lane <> all($2::text[])
     returning ${STATE_COLUMNS}`,
    [endpointId, exceptLanes],
  );
}

/** Raises the version of a delivery that has not been attempted, for its publication. */
export async function raiseVersion(tx: Tx, messageId: string): Promise<DeliveryStateRow | undefined> {
  const [row] = await tx.query<DeliveryStateRow>(
    `update deliveries d set version = d.version + 1 where d.message_id = $1 returning ${STATE_COLUMNS}`,
    [messageId],
  );
  return row;
}

/** @returns how many finished deliveries were deleted */
export function deleteFinished(database: Queryable, days: number, limit: number): Promise<number> {
  return deleteDeliveries(
    database,
    `select id from deliveries
      where created_at < now() - make_interval(days => $1) and status <> 'PENDING' limit $2`,
    [days, limit],
  );
}

/** @returns how many deliveries of the endpoint were deleted */
export function deleteOfEndpoint(database: Queryable, endpointId: number, limit: number): Promise<number> {
  return deleteDeliveries(database, 'select id from deliveries where endpoint_id = $1 order by id limit $2', [
    endpointId,
    limit,
  ]);
}

/** Selects contents without a delivery: several transactions may delete the last deliveries at the same time. */
export const UNUSED_CONTENTS = {
  table: 'delivery_contents',
  since: 'created_at',
  which: 'not exists (select from deliveries d where d.content_id = delivery_contents.id)',
};

/**
 * Deletes deliveries with their attempts, and contents that no other delivery has.
 * @param chosen SQL that selects ids
 * @returns how many were deleted
 */
async function deleteDeliveries(
  database: Queryable,
  chosen: string,
  parameters: readonly unknown[],
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `with old as (delete from deliveries where id in (${chosen}) returning id, content_id),
          attempt as (delete from delivery_attempts where delivery_id in (select id from old)),
          content as (
            delete from delivery_contents c where c.id in (select content_id from old)
               and not exists (select from deliveries d
                                where d.content_id = c.id and d.id not in (select id from old)))
     select count(*) as count from old`,
    parameters,
  );
  return row?.count ?? 0;
}

/** SQL: the erased endpoint has no delivery left, so that its row can be deleted. */
export const HAS_NO_DELIVERY = 'not exists (select 1 from deliveries d where d.endpoint_id = t.endpoint_id)';

/**
 * Returns the tables of deliveries for the export and erasure of user data.
 * @param endpoints SQL that selects the ids of the user's endpoints, and of erased ones
 */
export function deliveryTables(endpoints: {
  readonly ofUser: string;
  readonly erased: string;
}): readonly UserTable[] {
  const { ofUser, erased } = endpoints;
  return [
    {
      table: 'delivery_attempts',
      rowsOfUserSql: `t.delivery_id in (select id from deliveries where endpoint_id in (${ofUser}))`,
      rowsOfErasedUserSql: `t.delivery_id in (select id from deliveries where endpoint_id in (${erased}))`,
      exportAs: { kind: 'webhook_delivery_attempts' },
    },
    {
      table: 'deliveries',
      rowsOfUserSql: `t.endpoint_id in (${ofUser})`,
      rowsOfErasedUserSql: `t.endpoint_id in (${erased})`,
      exportAs: { kind: 'webhook_deliveries', omittedColumns: ['traceparent', 'body_bytes', 'lane'] },
    },
    { table: 'delivery_contents', rowsOfUserSql: 't.user_id = $1', exportAs: { kind: 'webhook_contents' } },
  ];
}
