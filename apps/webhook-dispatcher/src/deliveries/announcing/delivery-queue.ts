import { addAll } from '@tributary/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { AfterCommit } from './after-commit';
import { CREATED_AT, Delivery } from '../sending/delivery';
import { messageBody } from '../../payloads/message-body';
import { NewDelivery } from './new-delivery';

/** A new delivery that was stored, for the endpoint as it was then. */
export interface StoredDelivery {
  readonly endpointId: number;
  readonly endpointVersion: number;
  readonly delivery: Delivery;
}

/** Called after the commit. */
export abstract class DeliveryListener {
  /** These endpoints have due deliveries. */
  abstract wake(endpointIds: readonly number[]): void;

  /** The same with new deliveries, in their order: a sender of this process need not read them from the database. */
  abstract offer(deliveries: readonly StoredDelivery[]): void;
}

const ROWS_PER_STATEMENT = 500;

/** The queue of new deliveries. */
@Injectable()
export class DeliveryQueue {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(DeliveryListener) private readonly listener: DeliveryListener,
  ) {}

  /**
   * Adds them in this order; one with a known message id adds nothing. Their senders get them once the transaction has
   * committed: after a crash, or in another process, they are found in the table.
   */
  async add(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const stored: StoredDelivery[] = [];
    for (let start = 0; start < deliveries.length; start += ROWS_PER_STATEMENT) {
      addAll(stored, await insert(tx, deliveries.slice(start, start + ROWS_PER_STATEMENT)));
    }
    this.afterCommit.run(tx, () => this.listener.offer(stored));
  }

  /** Deliveries of these endpoints are due from the commit on. */
  wake(tx: Tx, endpointIds: readonly number[]): void {
    this.afterCommit.run(tx, () => this.listener.wake(endpointIds));
  }
}

interface StoredRow {
  id: number;
  message_id: string;
  created_at: string;
}

/** The contents are stored once for all endpoints that see the same; `content` is the place of a delivery's. */
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

async function insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const contents = new Map(deliveries.map((delivery) => [contentKey(delivery), delivery]));
  const places = new Map([...contents.keys()].map((key, index) => [key, index + 1]));
  const bodies = deliveries.map(({ messageId, content }) => messageBody(messageId, content));
  const of = (column: (delivery: NewDelivery, row: number) => unknown): unknown[] => deliveries.map(column);
  const stored = await tx.queryPrepared<StoredRow>(INSERT, [
    of(({ endpointId }) => endpointId),
    of(({ lane }) => lane),
    of(({ eventType }) => eventType),
    of(({ messageId }) => messageId),
    of((_, row) => Buffer.byteLength(bodies[row] ?? '')),
    of(({ traceparent }) => traceparent),
    of(({ transactionIds }) => `{${transactionIds.join(',')}}`),
    of((delivery) => places.get(contentKey(delivery))),
    [...contents.values()].map(({ userId }) => userId),
    toTextSequence([...contents.values()].map(({ content }) => content)),
  ]);
  const byMessage = new Map(stored.map((row) => [row.message_id, row]));
  return deliveries.flatMap((delivery, row) => {
    const one = byMessage.get(delivery.messageId);
    return one ? [toStored(delivery, bodies[row] ?? '', one)] : [];
  });
}

/** Users share no content, so that each one's is erased with them. */
function contentKey({ userId, content }: NewDelivery): string {
  return `${userId} ${content}`;
}

function toStored(
  { userId: _user, content: _content, endpointId, endpointVersion, ...delivery }: NewDelivery,
  body: string,
  { id, created_at: createdAt }: StoredRow,
): StoredDelivery {
  return {
    endpointId,
    endpointVersion,
    delivery: { ...delivery, body, id, attempts: 0, earlierAttempts: 0, createdAt },
  };
}
