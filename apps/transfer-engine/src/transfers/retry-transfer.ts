import { RetryError, TransferOperation } from '@tributary/contracts';
import { asNew } from './plan-transfer';
import { Transfer } from './transfer';

/** What retrying has to know beside the transfer. */
export interface RetryCircumstances {
  /** Of the log that the user wants retried. */
  readonly log: { readonly operation: TransferOperation; readonly succeeded: boolean };
  /** The link still goes to the transfer's destination, and is not deleted. */
  readonly linkStands: boolean;
  readonly linkCarries: boolean;
}

/**
 * Taking a transfer up again by hand: what failed, what the user deleted at the destination (it is made again), and a
 * change that was not made because the user had changed or reconciled the row (it is made now, over the user's).
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

/** Nothing is known of what the destination holds then, so everything is sent. */
function overTheUsers(
  now: Transfer,
  log: RetryCircumstances['log'],
): Transfer | { readonly error: RetryError } {
  if (log.operation === 'CREATE' || log.succeeded) return { error: 'nothing_to_retry' };
  if (log.operation === 'DELETE')
    return { ...now, state: 'PENDING', operation: 'DELETE', endedBy: 'removed' };
  return { ...now, state: 'PENDING', operation: 'UPDATE', sentContent: null };
}
