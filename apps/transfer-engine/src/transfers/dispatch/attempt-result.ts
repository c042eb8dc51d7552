import { TransferOperation } from '@tributary/contracts';
import { BookedField, FailureDetail, HeldContent, RowOutcome } from '../../destinations/destination.port';
import { EndedBy, Transfer, TransferState } from '../transfer';
import { sameContent } from '../../destinations/transfer-content';
import { DueTransfer } from './due-transfer';
import { backoffMs, RetryPolicy } from './retry';

/** The outcome of a request for one row: its own outcome, or the failure of the whole request. */
export type Outcome =
  | RowOutcome
  /** The row of a duplicate was looked up; the destination has it under this id. */
  | { readonly kind: 'found'; readonly destinationId: string }
  /** The row was sent, except for fields that the user changed or that the link leaves unchanged. */
  | {
      readonly kind: 'done-in-part';
      readonly destinationId: string;
      /** The fields that the user changed at the destination. */
      readonly fields: readonly BookedField[];
      readonly held: HeldContent | null;
      readonly note?: string;
    }
  /** The user has changed all fields that the change would write, so nothing was sent. */
  | { readonly kind: 'kept'; readonly fields: readonly BookedField[]; readonly held: HeldContent }
  /** The change has no visible effect at the destination, so nothing was sent. */
  | { readonly kind: 'unchanged' }
  /** No request was made for the row in this turn. */
  | { readonly kind: 'postponed' }
  | { readonly kind: 'failed'; readonly failure: Exclude<FailureDetail, { kind: 'refused' }> };

/** The row's presence at the destination after the attempt. */
type Presence = 'present' | 'present-of-unknown-content' | 'deleted' | 'maybe' | 'as-before';

/** The state of a transfer after an attempt, and the entry for its log. */
export interface AttemptResult {
  readonly transfer: DueTransfer;
  readonly state: TransferState;
  readonly operation: TransferOperation | null;
  readonly destinationTransactionId: string | null;
  readonly maybeSent: boolean;
  readonly attempts: number;
  /** Pause before the next attempt; null leaves the due time unchanged. */
  readonly dueInMs: number | null;
  readonly error: string | null;
  readonly presence: Presence;
  /**
   * The fields that the user changed at the destination, and the row's content there if it differs from what we sent.
   */
  readonly changedThere: readonly BookedField[];
  readonly heldContent: HeldContent | null;
  readonly lockedThere: boolean;
  readonly endedBy: EndedBy | null;
  /** Null if there was no attempt that the user should see. */
  readonly attempt: { readonly succeeded: boolean } | null;
}

const TOO_EARLY_PAUSE_MS = 6 * 3_600_000;
const LOCKED = 'The destination has this transaction reconciled, so it was left as it is.';
const GONE = 'The transaction was deleted at the destination.';
const UNREADABLE = 'The answer of the destination did not say whether this transaction was written.';
const RATE_LIMITED = 'The destination accepts no more requests for now.';

/** Decides the transfer's state after the attempt. `random`, from 0 to 1, spreads retries. */
export function attemptResult(
  transfer: DueTransfer,
  outcome: Outcome,
  policy: RetryPolicy,
  random: number,
): AttemptResult {
  switch (outcome.kind) {
    case 'done':
      return transfer.operation === 'DELETE'
        ? deleted(transfer, null)
        : { ...present(transfer, outcome.destinationId), error: outcome.note ?? null };
    case 'done-in-part':
      return {
        ...present(transfer, outcome.destinationId),
        changedThere: outcome.fields,
        heldContent: outcome.held,
        error: inOneText(keptMessage(outcome.fields), outcome.note),
      };
    case 'kept':
      return {
        ...asItWas(transfer),
        changedThere: outcome.fields,
        heldContent: outcome.held,
        error: keptMessage(outcome.fields),
        attempt: FAILED,
      };
    case 'found':
      return found(transfer, outcome.destinationId);
    case 'unchanged':
      return { ...asItWas(transfer), attempt: null };
    case 'gone':
    case 'duplicate':
      return deleted(transfer, transfer.operation === 'DELETE' ? null : GONE);
    case 'locked':
      return { ...asItWas(transfer), lockedThere: true, error: LOCKED, attempt: FAILED };
    case 'rejected':
      return { ...asBefore(transfer), state: 'FAILED', error: outcome.reason, attempt: FAILED };
    case 'too-early':
      return { ...asBefore(transfer), dueInMs: TOO_EARLY_PAUSE_MS };
    case 'unknown':
      return retried(
        { ...asBefore(transfer), maybeSent: true, presence: 'maybe' },
        UNREADABLE,
        policy,
        random,
      );
    case 'postponed':
      return asBefore(transfer);
    case 'failed':
      return failed(transfer, outcome.failure, policy, random);
  }
}

/** Tells the user which fields were not changed, and why. */
function keptMessage(fields: readonly BookedField[]): string | null {
  if (fields.length === 0) return null;
  return `Changed at the destination by hand, so left as it is: ${fields.join(', ')}.`;
}

function inOneText(...texts: readonly (string | null | undefined)[]): string | null {
  return texts.filter(Boolean).join(' ') || null;
}

const FAILED = { succeeded: false };
const SUCCEEDED = { succeeded: true };

function failed(
  transfer: DueTransfer,
  failure: Exclude<FailureDetail, { kind: 'refused' }>,
  policy: RetryPolicy,
  random: number,
): AttemptResult {
  switch (failure.kind) {
    // The connection pauses instead of the transfer, so this does not count as an attempt.
    case 'rate-limited':
      return { ...asBefore(transfer), error: RATE_LIMITED, attempt: FAILED };
    case 'unauthorized':
      return { ...asBefore(transfer), error: failure.reason, attempt: FAILED };
    case 'target-gone':
      return { ...asBefore(transfer), state: 'FAILED', error: failure.reason, attempt: FAILED };
    case 'unavailable':
      return retried(asBefore(transfer), failure.reason, policy, random);
    case 'outcome-unknown':
      return retried(
        { ...asBefore(transfer), maybeSent: true, presence: 'maybe' },
        failure.reason,
        policy,
        random,
      );
  }
}

function present(transfer: DueTransfer, destinationTransactionId: string | null): AttemptResult {
  return {
    ...asBefore(transfer),
    state: 'TRANSFERRED',
    operation: null,
    destinationTransactionId,
    maybeSent: false,
    attempts: 0,
    presence: 'present',
    heldContent: null,
    lockedThere: false,
    endedBy: null,
    attempt: SUCCEEDED,
  };
}

/** The row exists and was not changed by this attempt. */
function asItWas(transfer: DueTransfer): AttemptResult {
  return { ...present(transfer, transfer.destinationTransactionId), heldContent: transfer.heldContent };
}

/** An earlier attempt has created the row; if it may have sent older content, an update follows. */
function found(transfer: DueTransfer, destinationId: string): AttemptResult {
  const result = present(transfer, destinationId);
  if (transfer.operation === 'CREATE' && transfer.sentContent !== null) {
    return { ...result, state: 'PENDING', operation: 'UPDATE', presence: 'present-of-unknown-content' };
  }
  return result;
}

function deleted(transfer: DueTransfer, error: string | null): AttemptResult {
  return {
    ...present(transfer, transfer.destinationTransactionId),
    state: 'DELETED',
    endedBy: transfer.operation === 'DELETE' ? transfer.endedBy : 'user',
    error,
    presence: 'deleted',
    attempt: error === null ? SUCCEEDED : FAILED,
  };
}

function retried(before: AttemptResult, error: string, policy: RetryPolicy, random: number): AttemptResult {
  const attempts = before.transfer.attempts + 1;
  if (attempts >= policy.attemptsMax) return { ...before, attempts, state: 'FAILED', error, attempt: FAILED };
  return { ...before, attempts, dueInMs: backoffMs(attempts, policy, random), error, attempt: FAILED };
}

function asBefore(transfer: DueTransfer): AttemptResult {
  return {
    transfer,
    state: 'PENDING',
    operation: transfer.operation,
    destinationTransactionId: transfer.destinationTransactionId,
    maybeSent: transfer.maybeSent,
    attempts: transfer.attempts,
    dueInMs: null,
    error: null,
    presence: 'as-before',
    changedThere: transfer.changedThere,
    heldContent: transfer.heldContent,
    lockedThere: transfer.lockedThere,
    endedBy: transfer.endedBy,
    attempt: null,
  };
}

/**
 * Merges the result into a transfer that changed during the request: the result is recorded, and later changes are
 * still sent. `now` is the transfer in the database.
 */
export function resultForChanged(now: Transfer, result: AttemptResult): Transfer {
  const { presence, destinationTransactionId, transfer } = result;
  switch (presence) {
    case 'present':
      return nowPresent({ ...now, destinationTransactionId, maybeSent: false }, transfer.content);
    case 'present-of-unknown-content':
      return nowPresent({ ...now, destinationTransactionId, maybeSent: false }, null);
    case 'deleted':
      return {
        ...now,
        state: 'DELETED',
        operation: null,
        sentContent: null,
        endedBy: now.operation === 'DELETE' ? now.endedBy : result.endedBy,
      };
    case 'maybe':
      return { ...now, state: wantsDeletion(now) ? 'PENDING' : now.state, maybeSent: true };
    case 'as-before':
      return now;
  }
}

function nowPresent(now: Transfer, held: Transfer['content']): Transfer {
  const waiting = now.state === 'HELD' ? 'HELD' : 'PENDING';
  if (now.operation === 'DELETE') return { ...now, state: waiting };
  const isWanted = now.state !== 'SKIPPED';
  if (!isWanted || (held !== null && sameContent(now.content, held))) {
    return { ...now, state: 'TRANSFERRED', operation: null, content: held ?? now.content, sentContent: null };
  }
  return { ...now, state: waiting, operation: 'UPDATE', sentContent: held };
}

/** The transaction was removed before the row was known to exist, so the row must be deleted. */
function wantsDeletion(now: Transfer): boolean {
  return now.state === 'SKIPPED' && now.operation === 'DELETE';
}
