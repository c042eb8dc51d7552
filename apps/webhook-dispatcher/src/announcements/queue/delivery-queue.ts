import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { DeliveryListener, StoredDelivery } from '../../sending/delivery-listener';
import { insertDeliveries, StoredRow } from '../../deliveries/deliveries.store';
import { messageBody, MessageContent } from '../../deliveries/message-body';
import { NewDelivery } from './new-delivery';

const ROWS_PER_STATEMENT = 500;
const CONTENT_BYTES_PER_STATEMENT = 4 * 1024 * 1024;
/** Size limit of the deliveries that are passed to senders directly; they read the others from the database. */
const OFFERED_LENGTH_MAX = 8 * 1024 * 1024;

/** Stores new deliveries and passes them to their senders. */
@Injectable()
export class DeliveryQueue {
  constructor(@Inject(DeliveryListener) private readonly listener: DeliveryListener) {}

  /**
   * Stores deliveries in this order; one with a known message id is skipped. Their senders receive them after the
   * commit; after a crash, or in another process, senders find them in the table. The deliveries are read in bounded
   * parts, because they are as many as a user's events times endpoints.
   */
  async add(tx: Tx, deliveries: Iterable<NewDelivery>): Promise<void> {
    const offered: StoredDelivery[] = [];
    const others = new Set<number>();
    let bytesLeft = OFFERED_LENGTH_MAX;
    for (const some of forStatements(deliveries)) {
      for (const stored of await insert(tx, some)) {
        bytesLeft -= stored.delivery.body.length;
        if (bytesLeft >= 0) offered.push(stored);
        else others.add(stored.endpointId);
      }
    }
    tx.afterCommit(() => {
      this.listener.offer(offered);
      this.listener.wake([...others]);
    });
  }

  /** Wakes the senders of these endpoints after the commit. */
  wake(tx: Tx, endpointIds: readonly number[]): void {
    tx.afterCommit(() => this.listener.wake(endpointIds));
  }
}

/** Splits deliveries into parts of bounded size, in order. */
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
  const stored = await insertDeliveries(tx, deliveries);
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
