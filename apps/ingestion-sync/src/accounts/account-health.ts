import { Health } from '@tributary/contracts';

/** The result of an account's sync, as far as it affects the account's health. */
export type AccountOutcome =
  | { readonly kind: 'succeeded' }
  /** The sync read everything, and the provider has a notice for the user. */
  | { readonly kind: 'advised'; readonly message: string }
  /** The sync did not fail, but the allowance did not permit all calls. */
  | { readonly kind: 'postponed'; readonly message: string }
  /** A failure that may end without an action of the user. */
  | { readonly kind: 'failed'; readonly message: string }
  /** A problem of the account itself: it is deleted, suspended, or not covered by the consent. */
  | { readonly kind: 'unusable'; readonly message: string };

/** The number of consecutive failed syncs after which an account counts as failing. */
export const FAILURES_UNTIL_FAILING = 3;

/**
 * Returns the account's health after a sync. Messages are written by this service, because a provider's text may
 * contain account data; only notices for the account's user are passed on, see `AccountNotice`.
 */
export function healthAfter(before: Health, outcome: AccountOutcome, at: string): Health {
  switch (outcome.kind) {
    case 'succeeded':
      return healthy(at);
    case 'advised':
      return { ...healthy(at), status: 'DEGRADED', integrator_message: outcome.message };
    case 'postponed':
      return { ...before, status: calm(before), transient_message: outcome.message, last_attempt_at: at };
    case 'failed': {
      const count = before.transient_failure_count + 1;
      return {
        ...before,
        status: count >= FAILURES_UNTIL_FAILING ? 'FAILING' : 'DEGRADED',
        transient_message: outcome.message,
        transient_failure_count: count,
        last_attempt_at: at,
      };
    }
    case 'unusable':
      return {
        ...before,
        status: 'FAILING',
        integrator_message: outcome.message,
        failure_count: before.failure_count + 1,
        last_attempt_at: at,
      };
    default: {
      const unknown: never = outcome;
      return unknown;
    }
  }
}

function healthy(at: string): Health {
  return {
    status: 'HEALTHY',
    integrator_message: null,
    failure_count: 0,
    transient_message: null,
    transient_failure_count: 0,
    last_attempt_at: at,
  };
}

/** Returns the status after a wait, which neither improves nor worsens it. */
function calm(before: Health): Health['status'] {
  return before.status === 'UNKNOWN' ? 'HEALTHY' : before.status;
}
