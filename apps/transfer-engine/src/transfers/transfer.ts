import { TransferOperation, TransferStatus } from '@tributary/contracts';
import { TransferContent } from './transfer-content';

/**
 * Where a transfer stands.
 * PENDING – something is to be done at the destination, at `due_at` or as soon as it is its turn
 * HELD – the same, but the link is paused
 * TRANSFERRED – the destination holds what it should
 * FAILED – given up, until it is retried by hand or the transaction changes
 * SKIPPED – not to be carried, and nothing is at the destination
 * DELETED – was at the destination and is not any more, by us or by the user
 */
export type TransferState = 'PENDING' | 'HELD' | 'TRANSFERRED' | 'FAILED' | 'SKIPPED' | 'DELETED';

/** What the plans are made from; a row of `transfers` as far as they look at it. */
export interface Transfer {
  readonly state: TransferState;
  readonly operation: TransferOperation | null;
  readonly content: TransferContent | null;
  /** What the destination holds, where that differs from `content`. */
  readonly sentContent: TransferContent | null;
  readonly maybeSent: boolean;
  readonly destinationTransactionId: string | null;
}

/** The four statuses that others hear of. */
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
    default: {
      const unknown: never = state;
      return unknown;
    }
  }
}
