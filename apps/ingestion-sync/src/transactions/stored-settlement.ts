import { SettlementStatus, TransactionDocument } from '@tributary/contracts';

/** A settlement in force: a pending entry that is shown by its booked one's row. */
export interface StoredSettlement {
  readonly id: number;
  readonly status: SettlementStatus;
  /** The row that shows both. */
  readonly keptTransactionId: number;
  readonly pendingKey: string;
  readonly pendingDocument: TransactionDocument;
  /** The pending entry's, as `StoredTransaction` has them. */
  readonly day: string | null;
  readonly seenOn: string;
  /** The bank lists the pending entry beside the booked one still. */
  readonly pendingListed: boolean;
}
