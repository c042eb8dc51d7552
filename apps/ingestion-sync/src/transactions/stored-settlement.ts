import { SettlementStatus, TransactionDocument } from '@tributary/contracts';

/** A settlement in force: the booked entry's row represents the pending entry, too. */
export interface StoredSettlement {
  readonly id: number;
  readonly status: SettlementStatus;
  /** The transaction that shows both entries. */
  readonly keptTransactionId: number;
  readonly pendingKey: string;
  readonly pendingDocument: TransactionDocument;
  /** Day and first day seen of the pending entry, as in `StoredTransaction`. */
  readonly day: string | null;
  readonly seenOn: string;
  /** True if the bank still lists the pending entry beside the booked one. */
  readonly pendingListed: boolean;
}
