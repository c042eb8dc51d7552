import { DeliveryState, WebhookEvent } from '@tributary/contracts';
import { Queryable, textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { bodyBytes, MessageContent } from './message-body';

/** The progress of a delivery, as in its row. */
export interface DeliveryStateRow {
  readonly id: number;
  readonly version: number;
  readonly message_id: string;
  readonly event_type: WebhookEvent;
  readonly lane: string;
  readonly transaction_ids: readonly number[];
  readonly status: DeliveryState['status'];
  readonly attempts: number;
  /** May be null if it does not wait. */
  readonly next_attempt_at: Date | null;
  readonly created_at: Date | string;
}

/** Every statement that changes deliveries `d` returns these. */
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
  /** The same object for all endpoints that see the same. */
  readonly content: MessageContent;
  /** Of the transactions in the body. */
  readonly transactionIds: readonly number[];
  /** Continues the trace of the event that led to this. */
  readonly traceparent: string | null;
}

export interface StoredRow {
  readonly id: number;
  readonly message_id: string;
  readonly created_at: string;
}

/** The contents are stored once for all endpoints that see the same; `content` is the position of a delivery's. */
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

/** Adds the deliveries in this order; one with a known message id adds nothing. */
export function insertDeliveries(tx: Tx, deliveries: readonly NewDeliveryRow[]): Promise<StoredRow[]> {
  // Users share no content, so that each one's is erased with them: each is made for one user.
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

/** Waits for the endpoint's sender, who saves many rows at once, to avoid a deadlock. */
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

/** The next version of a delivery that has not been attempted, to be published. */
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

/** Contents whose last deliveries were deleted at the same time, each by another transaction. */
export const UNUSED_CONTENTS = {
  table: 'delivery_contents',
  since: 'created_at',
  which: 'not exists (select from deliveries d where d.content_id = delivery_contents.id)',
};

/** @param chosen selects ids. @returns how many were deleted, with their attempts and what no other delivery says */
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

/** Of an endpoint that is being erased; its row goes when its last delivery does. */
export const HAS_NO_DELIVERY = 'not exists (select 1 from deliveries d where d.endpoint_id = t.endpoint_id)';

/** @param endpoints SQL that selects the ids of the user's endpoints, and of erased ones */
export function deliveryTables(endpoints: {
  readonly ofUser: string;
  readonly erased: string;
}): readonly UserTable[] {
  const { ofUser, erased } = endpoints;
  return [
    {
      table: 'delivery_attempts',
      of: `t.delivery_id in (select id from deliveries where endpoint_id in (${ofUser}))`,
      ofErased: `t.delivery_id in (select id from deliveries where endpoint_id in (${erased}))`,
      handedOver: { kind: 'webhook_delivery_attempts' },
    },
    {
      table: 'deliveries',
      of: `t.endpoint_id in (${ofUser})`,
      ofErased: `t.endpoint_id in (${erased})`,
      handedOver: { kind: 'webhook_deliveries', without: ['traceparent', 'body_bytes', 'lane'] },
    },
    { table: 'delivery_contents', of: 't.user_id = $1', handedOver: { kind: 'webhook_contents' } },
  ];
}
