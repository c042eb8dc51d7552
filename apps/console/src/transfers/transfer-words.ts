import type { TransferLog } from '@tributary/client';
import type { StatusKind } from '../elements/status';

type DestinationState = NonNullable<TransferLog['destination_state']>;

/** The result of an attempt. */
export const RESULT_WORDS: Readonly<Record<TransferLog['status'], string>> = {
  TRANSFERRED: 'Succeeded',
  FAILED: 'Failed',
};

/** The change that an attempt made at the destination. */
export const OPERATION_WORDS: Readonly<Record<TransferLog['operation'], string>> = {
  CREATE: 'Added',
  UPDATE: 'Changed',
  DELETE: 'Removed',
};

/** The state of a row at the destination. */
export const DESTINATION_STATE_WORDS: Readonly<Record<DestinationState, string>> = {
  PRESENT: 'There as it was sent',
  CHANGED: 'Changed there',
  RECONCILED: 'Reconciled there',
  DELETED: 'Deleted there',
  REMOVED: 'Removed again',
  ABSENT: 'Not there',
  UNKNOWN: 'Not known',
};

/** The present state of a transaction on its link. */
export const TRANSFER_STATUS_WORDS: Readonly<Record<NonNullable<TransferLog['transfer_status']>, string>> = {
  PENDING: 'Waits',
  TRANSFERRED: 'Sent',
  FAILED: 'Failed',
  SKIPPED: 'Left out',
};

/** The result of an attempt, and the present state of its transaction. */
export function attemptStatus(log: TransferLog): { readonly kind: StatusKind; readonly label: string } {
  if (log.status === 'TRANSFERRED') return { kind: 'good', label: OPERATION_WORDS[log.operation] };
  if (log.transfer_status === 'PENDING') return { kind: 'working', label: 'Failed, is tried again' };
  if (log.transfer_status === 'TRANSFERRED') return { kind: 'good', label: 'Failed first, sent since' };
  return { kind: 'bad', label: 'Failed' };
}

/** Whether a retry can do something. */
export function canRetry({ transfer_status, destination_state: state, status }: TransferLog): boolean {
  const differs = state === 'DELETED' || state === 'CHANGED';
  return transfer_status === 'FAILED' || (status === 'TRANSFERRED' && differs);
}

/** Whether there is a row at the destination that can be removed again. */
export function canUndo({ status, operation, destination_state: state }: TransferLog): boolean {
  return status === 'TRANSFERRED' && operation !== 'DELETE' && (state === 'PRESENT' || state === 'CHANGED');
}
