import { TransferOperation } from '@tributary/contracts';
import { BookedField, FailureDetail, HeldContent, RowOutcome } from '../../destinations/destination.port';
import { EndedBy, Transfer, TransferState } from '../transfer';
import { sameContent } from '../../destinations/transfer-content';
import { DueTransfer } from './due-transfer';
import { backoffMs, RetryPolicy } from './retry';

/** What a request came to for one row: the row's own outcome, or the failure of the whole request. */
export type Outcome =
  | RowOutcome
  /** A duplicate that was looked up: the destination has the row under this id. */
  | { readonly kind: 'found'; readonly destinationId: string }
  /** Sent, but for fields that are the user's, or that the link leaves alone. */
  | {
      readonly kind: 'done-in-part';
      readonly destinationId: string;
      /** Those that the user has changed there. */
      readonly fields: readonly BookedField[];
      readonly held: HeldContent | null;
      readonly note?: string;
    }
  /** All that there was to send is the user's by now. */
  | { readonly kind: 'kept'; readonly fields: readonly BookedField[]; readonly held: HeldContent }
  /** There was nothing to send. */
  | { readonly kind: 'unchanged' }
  /** No request was made for it this time. */
  | { readonly kind: 'postponed' }
  | { readonly kind: 'failed'; readonly failure: Exclude<FailureDetail, { kind: 'refused' }> };

/** What is known of the row at the destination after the attempt. */
type Presence = 'present' | 'present-of-unknown-content' | 'deleted' | 'maybe' | 'as-before';

/** The state of a transfer after an attempt, and the entry for its log. */
export interface AttemptResult {
  readonly transfer: DueTransfer;
  readonly state: TransferState;
  readonly operation: TransferOperation | null;
  readonly destinationTransactionId: string | null;
  readonly maybeSent: boolean;
  readonly attempts: number;
  /** From now; null leaves the time as it is. */
  readonly dueInMs: number | null;
  readonly error: string | null;
  readonly presence: Presence;
  /** What the user has changed there, and how the row looks, where that is not how its content would look. */
  readonly changedThere: readonly BookedField[];
  readonly heldContent: HeldContent | null;
  readonly lockedThere: boolean;
  readonly endedBy: EndedBy | null;
  /** Null if no attempt was made that a user should see. */
  readonly attempt: { readonly succeeded: boolean } | null;
}

const TOO_EARLY_PAUSE_MS = 6 * 3_600_000;
const LOCKED = 'The destination has this transaction reconciled, so it was left as it is.';
const GONE = 'The transaction was deleted at the destination.';
const UNREADABLE = 'The answer of the destination did not say whether this transaction was written.';
const RATE_LIMITED = 'The destination accepts no more requests for now.';

/** Decides the state of the transfer after the attempt. `random` from 0 to 1 spreads the retries. */
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

/** For the user: what of a change was not made, and why. */
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
    // The connection waits, not the transfer: it uses up no attempt.
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

/** It exists, and was not changed. */
function asItWas(transfer: DueTransfer): AttemptResult {
  return { ...present(transfer, transfer.destinationTransactionId), heldContent: transfer.heldContent };
}

/** An earlier attempt used the key; its content may have been older. */
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
 * The same for a transfer that changed during the request: the result of the attempt is kept, and later changes are
 * still sent. `now` is the transfer as it is in the database.
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

/** Removed before it was known to be sent. */
function wantsDeletion(now: Transfer): boolean {
  return now.state === 'SKIPPED' && now.operation === 'DELETE';
}
