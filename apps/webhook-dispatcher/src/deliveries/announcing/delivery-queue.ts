import { Inject, Injectable } from '@nestjs/common';
import { Tx } from '@tributary/persistence';
import { AfterCommit } from './after-commit';
import { CREATED_AT, Delivery } from '../sending/delivery';
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
   * Adds them in this order; one with a known message id adds nothing. Their senders get them once the transaction has
   * committed: after a crash, or in another process, they are found in the table.
   */
  async add(tx: Tx, deliveries: readonly NewDelivery[]): Promise<void> {
    if (deliveries.length === 0) return;
    const stored: StoredDelivery[] = [];
    for (let start = 0; start < deliveries.length; start += ROWS_PER_STATEMENT) {
      stored.push(...(await insert(tx, deliveries.slice(start, start + ROWS_PER_STATEMENT))));
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

/** Rows as parameters, not as arrays: escaping large bodies for an array literal costs more than the insert. */
async function insert(tx: Tx, deliveries: readonly NewDelivery[]): Promise<StoredDelivery[]> {
  const placeholders = deliveries.map((_, row) => {
    const columns = Array.from({ length: COLUMNS }, (__, column) => `$${row * COLUMNS + column + 1}`);
    return `(${columns.join(',')})`;
  });
  const text = `
    insert into deliveries (endpoint_id, lane, event_type, message_id, body, body_bytes, traceparent,
      transaction_ids)
    values ${placeholders.join(',')} on conflict (message_id) do nothing
    returning id, message_id, ${CREATED_AT} as created_at`;
  const values = deliveries.flatMap((delivery) => [
    delivery.endpointId,
    delivery.lane,
    delivery.eventType,
    delivery.messageId,
    delivery.body,
    Buffer.byteLength(delivery.body),
    delivery.traceparent,
    delivery.transactionIds,
  ]);
  const isSingle = deliveries.length === 1;
  const rows = await (isSingle
    ? tx.queryPrepared<StoredRow>(text, values)
    : tx.query<StoredRow>(text, values));
  const stored = new Map(rows.map((row) => [row.message_id, row]));
  return deliveries.flatMap((delivery) => {
    const row = stored.get(delivery.messageId);
    return row ? [toStored(delivery, row)] : [];
  });
}

function toStored(
  { endpointId, endpointVersion, ...delivery }: NewDelivery,
  { id, created_at: createdAt }: StoredRow,
): StoredDelivery {
  return {
    endpointId,
    endpointVersion,
    delivery: { ...delivery, id, attempts: 0, earlierAttempts: 0, createdAt },
  };
}
