import { DestinationType, OnBookedChange, TransferOperation } from '@tributary/contracts';
import { BookedField, HeldContent } from '../../destinations/destination.port';
import { EndedBy } from '../transfer';
import { TransferContent } from '../../destinations/transfer-content';

/** A due transfer with all data that sending needs. */
export interface DueTransfer {
  readonly id: number;
  readonly version: number;
  readonly linkId: number;
  readonly transactionId: number;
  readonly accountId: number;
  readonly userId: number;
  readonly operation: TransferOperation;
  readonly content: TransferContent;
  readonly sentContent: TransferContent | null;
  readonly importId: string;
  readonly maybeSent: boolean;
  readonly destinationTransactionId: string | null;
  /** The row's content at the destination, if it is known to differ from what was sent. */
  readonly heldContent: HeldContent | null;
  /** The fields that the user changed at the destination. */
  readonly changedThere: readonly BookedField[];
  readonly attempts: number;
  readonly targetExternalId: string;
  readonly endedBy: EndedBy | null;
  readonly lockedThere: boolean;
  readonly destinationType: DestinationType;
  /** The target's id, as links refer to it. */
  readonly destinationId: number;
  readonly onBookedChange: OnBookedChange;
  /** W3C `traceparent` of the event that caused the transfer. */
  readonly trace: string | null;
}
