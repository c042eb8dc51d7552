import type { TransferLog } from '@tributary/client';
import type { StatusKind } from '../elements/status';
import type { CHOICES } from './transfers-search';

type There = (typeof CHOICES.there)[number];

/** What an attempt did. */
export const OPERATION_WORDS: Readonly<Record<TransferLog['operation'], string>> = {
  CREATE: 'Added',
  UPDATE: 'Changed',
  DELETE: 'Removed',
};

/** How a row is at the destination. */
export const THERE_WORDS: Readonly<Record<There, string>> = {
  PRESENT: 'There as it was sent',
  CHANGED: 'Changed there',
  RECONCILED: 'Reconciled there',
  DELETED: 'Deleted there',
  REMOVED: 'Removed again',
  ABSENT: 'Not there',
  UNKNOWN: 'Not known',
};

/** Where a transaction is on its link now. */
export const STATE_WORDS: Readonly<Record<(typeof CHOICES.state)[number], string>> = {
  PENDING: 'Waits',
  TRANSFERRED: 'Sent',
  FAILED: 'Failed',
  SKIPPED: 'Left out',
};

/** What an attempt came to, and where its transaction is now. */
export function attemptStatus(log: TransferLog): { readonly kind: StatusKind; readonly label: string } {
  if (log.status === 'TRANSFERRED') return { kind: 'good', label: OPERATION_WORDS[log.operation] };
  if (log.transfer_status === 'PENDING') return { kind: 'working', label: 'Failed, is tried again' };
  if (log.transfer_status === 'TRANSFERRED') return { kind: 'good', label: 'Failed first, sent since' };
  return { kind: 'bad', label: 'Failed' };
}

/** Whether a retry can do something. */
export function canRetry({
  transfer_status: status,
  destination_state: there,
  status: attempt,
}: TransferLog): boolean {
  return status === 'FAILED' || (attempt === 'TRANSFERRED' && (there === 'DELETED' || there === 'CHANGED'));
}

/** Whether there is a row at the destination to take back. */
export function canUndo({ status, operation, destination_state: there }: TransferLog): boolean {
  return status === 'TRANSFERRED' && operation !== 'DELETE' && (there === 'PRESENT' || there === 'CHANGED');
}
