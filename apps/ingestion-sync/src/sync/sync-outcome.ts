import { AccountConfig } from '@tributary/contracts';
import { backoff } from '@tributary/persistence';
import { AccountOutcome } from '../accounts/account-health';
import { ProviderFailure } from '../providers/provider.errors';
import { AccountNotice, MeteredResource } from '../providers/provider.port';
import { Allowance, decideCall } from '../providers/metering/allowances';

/** The result of an account's sync. */
export type SyncOutcome =
  | AccountOutcome
  /** The consent has ended. The connection shows it; the health of the account does not change. */
  | { readonly kind: 'consent_ended' }
  /** The instance is stopping; the next owner of the account continues. */
  | { readonly kind: 'interrupted' };

/** The outcome of a sync in which a call failed in this way. */
export function outcomeOf(failure: ProviderFailure, resource: MeteredResource): SyncOutcome {
  switch (failure.kind) {
    case 'consent_ended':
      return { kind: 'consent_ended' };
    case 'not_found':
      return { kind: 'unusable', message: 'The institution does not have this account any more.' };
    case 'account_suspended':
      return { kind: 'unusable', message: 'The provider has suspended this account.' };
    case 'access_denied':
      return { kind: 'unusable', message: `The provider does not give access to the ${resource}.` };
    case 'request_refused':
    case 'window_refused':
      return { kind: 'unusable', message: `The provider refused a request for the ${resource}.` };
    case 'user_action_required':
      return { kind: 'unusable', message: 'The user must act at the institution’s own site first.' };
    case 'user_refused':
      return {
        kind: 'unusable',
        message: `The institution gives the ${resource} only to a user who is there.`,
      };
    case 'rate_limited':
      return {
        kind: 'postponed',
        message: `The institution allows no more requests for the ${resource} now.`,
      };
    case 'transient':
      return { kind: 'failed', message: `The ${resource} could not be read; the provider was unavailable.` };
    case 'institution_refused':
      return {
        kind: 'failed',
        message: `The ${resource} could not be read; the institution refused the request.`,
      };
    case 'answer_refused':
      return { kind: 'failed', message: `The ${resource} could not be read. ${failure.reason}` };
    case 'cursor_refused':
    case 'invalid_answer':
      return { kind: 'failed', message: `The ${resource} could not be read; the answer was unreadable.` };
    default: {
      const unknown: never = failure;
      return unknown;
    }
  }
}

/** The outcome of a sync in which the provider reported this notice about the account. */
export function outcomeOfNotice({ kind, text: message }: AccountNotice): SyncOutcome {
  switch (kind) {
    case 'advice':
      return { kind: 'advised', message };
    case 'failed':
      return { kind: 'failed', message };
    case 'action':
      return { kind: 'unusable', message };
    default: {
      const unknown: never = kind;
      return unknown;
    }
  }
}

const SEVERITY: Record<SyncOutcome['kind'], number> = {
  succeeded: 0,
  advised: 1,
  postponed: 2,
  failed: 3,
  unusable: 4,
  consent_ended: 5,
  interrupted: 6,
};

/** Returns the worse of two outcomes: a sync counts as its worst resource. */
export function worse(a: SyncOutcome, b: SyncOutcome): SyncOutcome {
  return SEVERITY[b.kind] > SEVERITY[a.kind] ? b : a;
}

const POSTPONED_MS_MIN = 1000;

export interface ScheduleInput {
  readonly outcome: SyncOutcome;
  readonly config: AccountConfig;
  readonly transactions: Allowance;
  readonly historyComplete: boolean;
  /** True if the newest transactions were read. */
  readonly recentDone: boolean;
  /** Failed syncs in a row, including this one. */
  readonly failuresInRow: number;
  readonly syncRetryMs: number;
  readonly now: number;
}

export interface Schedule {
  /** Time until the next sync; null if only a request starts one. */
  readonly nextSyncInMs: number | null;
  /** Time until transactions may be requested again; null if the allowance permits a call now. */
  readonly nextAllowedInMs: number | null;
}

/** When to sync the account next: after the configured period, but not before its allowance permits. */
export function schedule(input: ScheduleInput): Schedule {
  const { transactions, now } = input;
  const regular = decideCall(transactions, 'regular', now);
  const nextAllowedInMs = regular.allowed ? null : Math.max(0, regular.until - now);
  const wantedInMs = wantedPause(input);
  return {
    nextSyncInMs: wantedInMs === null ? null : Math.max(wantedInMs, nextAllowedInMs ?? 0),
    nextAllowedInMs,
  };
}

function wantedPause(input: ScheduleInput): number | null {
  const periodMs = input.config.sync_frequency_in_minutes * 60_000;
  switch (input.outcome.kind) {
    case 'interrupted':
    case 'consent_ended': // due again as soon as the connection is active again
      return 0;
    case 'failed':
      return backoff(input.failuresInRow, {
        firstMs: input.syncRetryMs,
        factor: 2,
        maxMs: periodMs,
        jitter: 0,
      });
    case 'postponed':
      if (!input.recentDone) return POSTPONED_MS_MIN; // at the earliest when the allowance permits it
      return restPause(input, periodMs);
    case 'succeeded':
    case 'advised':
      return restPause(input, periodMs);
    case 'unusable':
      return input.config.sync_auto ? periodMs : null;
    default: {
      const unknown: never = input.outcome;
      return unknown;
    }
  }
}

/**
 * The configured period, or sooner if older history can continue sooner. An account that is synced only on request has
 * no next sync.
 */
function restPause(input: ScheduleInput, periodMs: number): number | null {
  if (input.historyComplete) return input.config.sync_auto ? periodMs : null;
  const soonest = backfillPause(input);
  return input.config.sync_auto ? Math.min(periodMs, soonest) : soonest;
}

/** Older history continues as soon as the allowance has a call for it. */
function backfillPause({ transactions, now }: ScheduleInput): number {
  const decision = decideCall(transactions, 'backfill', now);
  return decision.allowed ? 0 : Math.max(0, decision.until - now);
}
