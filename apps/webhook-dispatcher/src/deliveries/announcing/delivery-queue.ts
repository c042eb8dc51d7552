import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { AfterCommit } from './after-commit';
import { NewDelivery } from './new-delivery';

/** Called with endpoints that have due deliveries. */
export abstract class DeliveryListener {
  abstract wake(endpointIds: readonly number[]): void;
}

const COLUMNS = 8;
const ROWS_PER_STATEMENT = 500;

/** The queue of new deliveries. */
@Injectable()
export class DeliveryQueue {
  constructor(
    @Inject(AfterCommit) private readonly afterCommit: AfterCommit,
    @Inject(DeliveryListener) private readonly listener: DeliveryListener,
  ) {}

  /**
   * Adds them in this order; one with a known message id adds nothing. Their senders are woken once the transaction has
   * committed.
   */
  async add(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    for (let start = 0; start < deliveries.length; start += ROWS_PER_STATEMENT) {
      await insert(tx, deliveries.slice(start, start + ROWS_PER_STATEMENT));
    }
    this.wake(tx, [...new Set(deliveries.map(({ endpointId }) => endpointId))]);
  }

  /** Deliveries of these endpoints are due from the commit on. */
  wake(tx: Tx, endpointIds: readonly number[]): void {
    this.afterCommit.run(tx, () => this.listener.wake(endpointIds));
  }
}

/** Rows as parameters, not as arrays: escaping large bodies for an array literal costs more than the insert. */
async function insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
  const placeholders = deliveries.map((_, row) => {
    const columns = Array.from({ length: COLUMNS }, (__, column) => `$${row * COLUMNS + column + 1}`);
    return `(${columns.join(',')})`;
  });
  await tx.execute(
    `insert into deliveries (endpoint_id, lane, event_type, message_id, body, body_bytes, traceparent,
       transaction_ids)
     values ${placeholders.join(',')} on conflict (message_id) do nothing`,
    deliveries.flatMap((delivery) => [
      delivery.endpointId,
      delivery.lane,
      delivery.eventType,
      delivery.messageId,
      delivery.body,
      Buffer.byteLength(delivery.body),
      delivery.traceparent,
      delivery.transactionIds,
    ]),
  );
}
