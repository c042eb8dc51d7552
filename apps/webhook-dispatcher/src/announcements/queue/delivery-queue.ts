import { Inject, Injectable } from '@nestjs/common';
import { textSequence, toTextSequence, Tx } from '@tributary/persistence';
import { AfterCommit } from './after-commit';
import { CREATED_AT } from '../../sending/delivery';
import { DeliveryListener, StoredDelivery } from '../../sending/delivery-listener';
import { bodyBytes, messageBody, MessageContent } from '../../deliveries/message-body';
import { NewDelivery } from './new-delivery';

const ROWS_PER_STATEMENT = 500;
const CONTENT_BYTES_PER_STATEMENT = 4 * 1024 * 1024;
/** What senders are offered at once; they read the rest from the database. */
const OFFERED_LENGTH_MAX = 8 * 1024 * 1024;

/** The queue of new deliveries. */
@Injectable()
export class DeliveryQueue {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(DeliveryListener) private readonly listener: DeliveryListener,
  ) {}

  /**
   * Adds them in this order; one with a known message id adds nothing. Their senders get them once the transaction has
   * committed: after a crash, or in another process, they are found in the table. Never all are in memory, because a
   * user's endpoints multiply the user's events.
   */
  async add(tx: Tx, deliveries: Iterable<NewDelivery>): Promise<void> {
    const offered: StoredDelivery[] = [];
    const others = new Set<number>();
    let room = OFFERED_LENGTH_MAX;
    for (const some of forStatements(deliveries)) {
      for (const stored of await insert(tx, some)) {
        room -= stored.delivery.body.length;
        if (room >= 0) offered.push(stored);
        else others.add(stored.endpointId);
      }
    }
    this.afterCommit.run(tx, () => {
      this.listener.offer(offered);
      this.listener.wake([...others]);
    });
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

/** Parts of bounded size, in order. */
function* forStatements(deliveries: Iterable<NewDelivery>): Generator<readonly NewDelivery[]> {
  let some: NewDelivery[] = [];
  let contents = new Set<MessageContent>();
  let bytes = 0;
  for (const delivery of deliveries) {
    some.push(delivery);
    if (!contents.has(delivery.content)) bytes += delivery.content.bytes;
    contents.add(delivery.content);
    if (some.length < ROWS_PER_STATEMENT && bytes < CONTENT_BYTES_PER_STATEMENT) continue;
    yield some;
    some = [];
    contents = new Set();
    bytes = 0;
  }
  if (some.length > 0) yield some;
}

async function insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  // Users share no content, so that each one's is erased with them: each is made for one user.
  const contents = new Map(deliveries.map((delivery) => [delivery.content, delivery.userId]));
  const places = new Map([...contents.keys()].map((content, index) => [content, index + 1]));
  const of = (column: (delivery: NewDelivery) => unknown): unknown[] => deliveries.map(column);
  const stored = await tx.queryPrepared<StoredRow>(INSERT, [
    of(({ endpointId }) => endpointId),
    of(({ lane }) => lane),
    of(({ eventType }) => eventType),
    of(({ messageId }) => messageId),
    of(({ messageId, content }) => bodyBytes(messageId, content)),
    of(({ traceparent }) => traceparent),
    of(({ transactionIds }) => `{${transactionIds.join(',')}}`),
    of(({ content }) => places.get(content)),
    [...contents.values()],
    toTextSequence([...contents.keys()].map(({ text }) => text)),
  ]);
  const byMessage = new Map(stored.map((row) => [row.message_id, row]));
  return deliveries.flatMap((delivery) => {
    const row = byMessage.get(delivery.messageId);
    return row ? [toStored(delivery, row)] : [];
  });
}

function toStored(
  { userId: _user, content, endpointId, endpointVersion, ...delivery }: NewDelivery,
  { id, created_at: createdAt }: StoredRow,
): StoredDelivery {
  const body = messageBody(delivery.messageId, content.text);
  return {
    endpointId,
    endpointVersion,
    delivery: { ...delivery, body, id, attempts: 0, earlierAttempts: 0, createdAt },
  };
}
