import { DestinationType, OnBookedChange, TransferOperation } from '@tributary/contracts';
import { BookedField, HeldContent } from '../../destinations/destination.port';
import { EndedBy } from '../transfer';
import { TransferContent } from '../../destinations/transfer-content';

/** A due transfer, with everything that sending needs. */
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
  /** What the row looks like there, where that is known to differ from what was sent. */
  readonly heldContent: HeldContent | null;
  /** What the user has changed there. */
  readonly changedThere: readonly BookedField[];
  readonly attempts: number;
  readonly targetExternalId: string;
  readonly endedBy: EndedBy | null;
  readonly lockedThere: boolean;
  readonly destinationType: DestinationType;
  /** The target, as links name it. */
  readonly destinationId: number;
  readonly onBookedChange: OnBookedChange;
  /** W3C `traceparent` of what led to it. */
  readonly trace: string | null;
}
