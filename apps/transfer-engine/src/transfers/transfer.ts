import { DestinationState, TransferOperation, TransferStatus } from '@tributary/contracts';
import { TransferContent } from '../destinations/transfer-content';

/**
 * The state of a transfer.
 *
 * - PENDING: a request is due at the destination, at `due_at` or when the unit has its turn
 * - HELD: the same, but the link is paused, or the amount is in another currency and cannot be sent unchanged
 * - TRANSFERRED: the destination has the requested content
 * - FAILED: no further attempts, until it is retried by hand or the transaction changes
 * - SKIPPED: excluded, and not at the destination
 * - DELETED: was at the destination, and was deleted by us or by the user
 */
export type TransferState = 'PENDING' | 'HELD' | 'TRANSFERRED' | 'FAILED' | 'SKIPPED' | 'DELETED';

/**
 * Why the row at the destination is or will be deleted: the transaction was removed, the user undid the transfer, or
 * the user deleted the row there.
 */
export type EndedBy = 'removed' | 'undone' | 'user';

/** The columns of a transfer that planning needs. */
export interface Transfer {
  readonly state: TransferState;
  readonly operation: TransferOperation | null;
  readonly content: TransferContent | null;
  /** The content at the destination, if it differs from `content`. */
  readonly sentContent: TransferContent | null;
  readonly maybeSent: boolean;
  readonly destinationTransactionId: string | null;
  readonly endedBy: EndedBy | null;
  /** Rises when a deleted row is created again, which gives it another key. */
  readonly generation: number;
  /** The transfer is HELD because its amount is in another currency and there is no rate or the user has not chosen. */
  readonly waitsForCurrency: boolean;
}

/** The columns that decide the published state of the row at the destination. */
export interface Whereabouts extends Pick<
  Transfer,
  'state' | 'endedBy' | 'destinationTransactionId' | 'maybeSent'
> {
  readonly changedThere: readonly string[];
  readonly lockedThere: boolean;
}

export function destinationStateOf(transfer: Whereabouts): DestinationState {
  if (transfer.state === 'DELETED') return transfer.endedBy === 'user' ? 'DELETED' : 'REMOVED';
  if (transfer.destinationTransactionId === null) return transfer.maybeSent ? 'UNKNOWN' : 'ABSENT';
  if (transfer.lockedThere) return 'RECONCILED';
  return transfer.changedThere.length > 0 ? 'CHANGED' : 'PRESENT';
}

/** The four published statuses. */
export function statusOf(state: TransferState): TransferStatus {
  switch (state) {
    case 'PENDING':
    case 'HELD':
      return 'PENDING';
    case 'TRANSFERRED':
    case 'FAILED':
    case 'SKIPPED':
      return state;
    case 'DELETED':
      return 'SKIPPED';
  }
}
