import { TransferOperation, UndoTransferError } from '@tributary/contracts';
import { Transfer } from './transfer';

/** Taking a transfer back by hand: the row at the destination is deleted, and not made again by itself. */
export function undoTransfer(
  now: Transfer,
  log: { readonly operation: TransferOperation },
): Transfer | { readonly error: UndoTransferError } {
  if (now.state === 'DELETED') return { error: 'already_undone' };
  if (log.operation === 'DELETE') return { error: 'not_undoable' };
  if (now.operation === 'DELETE' && now.endedBy === 'undone') return { error: 'already_undone' };
  const isThere = now.destinationTransactionId !== null || now.maybeSent;
  if (!isThere) return { error: 'not_undoable' };
  return { ...now, state: 'PENDING', operation: 'DELETE', endedBy: 'undone' };
}
