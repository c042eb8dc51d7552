import { FailureDetail, RowOutcome } from '../../destinations/destination.port';
import { backoffMs, RetryPolicy } from '../../transfers/dispatch/retry';

/** The outcome of writing a balance. */
export type BalanceOutcome =
  | RowOutcome
  | { readonly kind: 'postponed' }
  | { readonly kind: 'failed'; readonly failure: Exclude<FailureDetail, { kind: 'refused' }> };

export interface BalanceResult {
  readonly state: 'PENDING' | 'WRITTEN' | 'FAILED';
  readonly attempts: number;
  readonly dueInMs: number;
  readonly error: string | null;
}

const NOT_SAID = 'The answer of the destination did not say whether the balance was written.';
const RESTS_MS = 1000;
const TOO_EARLY_MS = 3_600_000;

/** The state of a balance after an attempt. Writing it again is harmless, so unclear outcomes are retried. */
export function balanceResult(
  attempts: number,
  outcome: BalanceOutcome,
  policy: RetryPolicy,
  random: number,
): BalanceResult {
  const waiting = { state: 'PENDING', attempts, dueInMs: RESTS_MS, error: null } as const;
  switch (outcome.kind) {
    case 'done':
    case 'duplicate':
      return { state: 'WRITTEN', attempts: 0, dueInMs: 0, error: null };
    case 'rejected':
      return { ...waiting, state: 'FAILED', error: outcome.reason };
    case 'gone':
    case 'locked':
      return { ...waiting, state: 'FAILED', error: 'The destination does not let the balance be changed.' };
    case 'postponed':
      return waiting;
    case 'too-early':
      return { ...waiting, dueInMs: TOO_EARLY_MS };
    case 'unknown':
      return again(attempts, NOT_SAID, policy, random);
    case 'failed':
      return afterFailure(attempts, outcome.failure, policy, random);
  }
}

function afterFailure(
  attempts: number,
  failure: Exclude<FailureDetail, { kind: 'refused' }>,
  policy: RetryPolicy,
  random: number,
): BalanceResult {
  switch (failure.kind) {
    case 'rate-limited': // the connection rests, not the balance
      return { state: 'PENDING', attempts, dueInMs: RESTS_MS, error: null };
    case 'unauthorized':
      return { state: 'PENDING', attempts, dueInMs: RESTS_MS, error: failure.reason };
    case 'target-gone':
      return { state: 'FAILED', attempts, dueInMs: 0, error: failure.reason };
    case 'unavailable':
    case 'outcome-unknown':
      return again(attempts, failure.reason, policy, random);
  }
}

function again(attempts: number, error: string, policy: RetryPolicy, random: number): BalanceResult {
  const made = attempts + 1;
  if (made >= policy.attemptsMax) return { state: 'FAILED', attempts: made, dueInMs: 0, error };
  return { state: 'PENDING', attempts: made, dueInMs: backoffMs(made, policy, random), error };
}
