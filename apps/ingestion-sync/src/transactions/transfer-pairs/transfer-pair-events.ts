import { EventPayload, TransferPairUpsertedV1 } from '@tributary/contracts';
import { event, OutgoingEvent } from '@tributary/messaging';
import { daysBetween } from '@tributary/money';
import { TransferPairRow } from './transfer-pairs.store';

/** Returns the published form of a pair. */
export function toTransferPair(row: TransferPairRow): EventPayload<typeof TransferPairUpsertedV1> {
  return {
    id: row.id,
    version: row.version,
    userId: row.user_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    document: {
      status: row.status,
      origin: row.origin,
      amount: row.amount,
      currency: row.currency,
      days: Math.abs(daysBetween(row.outgoing_day, row.incoming_day)),
      ...(row.exchange && { exchange: row.exchange }),
      outgoing: {
        transaction_id: row.outgoing_transaction_id,
        financial_account_id: row.outgoing_account_id,
        date: row.outgoing_day,
      },
      incoming: {
        transaction_id: row.incoming_transaction_id,
        financial_account_id: row.incoming_account_id,
        date: row.incoming_day,
      },
    },
  };
}

export function transferPairEvents(rows: readonly TransferPairRow[]): OutgoingEvent[] {
  return rows.map((row) => event(TransferPairUpsertedV1, row.id, toTransferPair(row)));
}
