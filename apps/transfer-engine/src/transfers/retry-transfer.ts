import { RetryError, TransferOperation } from '@tributary/contracts';
import { asNew } from './planning/plan-transfer';
import { Transfer } from './transfer';

/** The facts beside the transfer that decide whether it can be retried. */
export interface RetryCircumstances {
  /** The log entry that the user wants to retry. */
  readonly log: { readonly operation: TransferOperation; readonly succeeded: boolean };
  /** Whether the link still points to the transfer's destination and is not deleted. */
  readonly linkStands: boolean;
  readonly linkCarries: boolean;
}

/**
 * Retries a transfer by hand: one that failed, one whose row the user deleted (it is created again), or a change that
 * was not made because the user had changed or reconciled the row (it now overwrites the user's change).
 */
export function retryTransfer(
  now: Transfer,
  { log, linkStands, linkCarries }: RetryCircumstances,
): Transfer | { readonly error: RetryError } {
  if (!linkStands) return { error: 'link_ended' };
  if (!linkCarries) return { error: 'link_paused' };
  if (now.waitsForCurrency) return { error: 'waits_for_currency' };
  switch (now.state) {
    case 'PENDING':
    case 'FAILED':
      return now.operation === null ? { error: 'nothing_to_retry' } : { ...now, state: 'PENDING' };
    case 'HELD':
      return { error: 'link_paused' };
    case 'TRANSFERRED':
      return overTheUsers(now, log);
    case 'DELETED':
      if (now.endedBy === 'removed') return { error: 'removed' };
      return { ...asNew(now), state: 'PENDING' };
    case 'SKIPPED':
      return { error: now.operation === 'DELETE' ? 'removed' : 'nothing_to_retry' };
  }
}

/** The content at the destination counts as unknown, so every field is sent. */
function overTheUsers(
  now: Transfer,
  log: RetryCircumstances['log'],
): Transfer | { readonly error: RetryError } {
  if (log.operation === 'CREATE' || log.succeeded) return { error: 'nothing_to_retry' };
  if (log.operation === 'DELETE')
    return { ...now, state: 'PENDING', operation: 'DELETE', endedBy: 'removed' };
  return { ...now, state: 'PENDING', operation: 'UPDATE', sentContent: null };
}
