import { nextMidnight } from '@tributary/money';
import { AllowanceReading, MeteredResource } from '../provider.port';

/** The calls that an institution grants for one resource of one account; times by the local clock. */
export interface Allowance {
  readonly resource: MeteredResource;
  readonly limit: number;
  readonly used: number;
  /** When `used` is reset; null if no call was made. */
  readonly resetAt: number | null;
  /** The end of a block after a refusal. */
  readonly blockedUntil: number | null;
}

/**
 * The purpose of a call: the regular sync has priority over older history; a `page` belongs to a counted call, and
 * `attended` is for a present user and costs nothing.
 */
export type CallPurpose = 'regular' | 'backfill' | 'page' | 'attended';

export type CallDecision =
  | { readonly allowed: true }
  /** The time from which the same call is allowed. */
  | { readonly allowed: false; readonly until: number };

/** The number of calls that the backfill leaves for the regular sync. */
const RESERVED_FOR_REGULAR = 1;

export function unusedAllowance(resource: MeteredResource, limit: number): Allowance {
  return { resource, limit, used: 0, resetAt: null, blockedUntil: null };
}

/** Decides whether a call may be made now. */
export function decideCall(allowance: Allowance, purpose: CallPurpose, now: number): CallDecision {
  const { limit, used, resetAt, blockedUntil } = renewed(allowance, now);
  if (blockedUntil !== null) return { allowed: false, until: blockedUntil };
  if (isFree(purpose)) return { allowed: true };
  const wanted = purpose === 'backfill' ? 1 + reserve(limit) : 1;
  return used + wanted <= limit ? { allowed: true } : { allowed: false, until: resetAt ?? nextMidnight(now) };
}

/** Returns the allowance after a call: the one that the response reports, or the former one reduced by one. */
export function afterCall(
  allowance: Allowance,
  reading: AllowanceReading | null,
  now: number,
  purpose: CallPurpose = 'regular',
): Allowance {
  if (reading) return provided(allowance, reading, now);
  const current = renewed(allowance, now);
  if (isFree(purpose)) return current;
  return { ...current, used: current.used + 1, resetAt: current.resetAt ?? nextMidnight(now) };
}

/** Returns the allowance after a failed call. The call counts only if the headers of the response report it. */
export function afterFailure(
  allowance: Allowance,
  reading: AllowanceReading | null,
  retryAfterMs: number | null,
  now: number,
): Allowance {
  const current = reading ? provided(allowance, reading, now) : renewed(allowance, now);
  return retryAfterMs === null ? current : { ...current, blockedUntil: now + retryAfterMs };
}

function isFree(purpose: CallPurpose): boolean {
  return purpose === 'page' || purpose === 'attended';
}

/**
 * Returns the number of calls reserved for new transactions, which each sync reads first. Of two calls a day, the
 * second must be left for older history, which otherwise would never be complete.
 */
function reserve(limit: number): number {
  return limit > RESERVED_FOR_REGULAR + 1 ? RESERVED_FOR_REGULAR : 0;
}

function provided(
  allowance: Allowance,
  { limit, remaining, resetMs }: AllowanceReading,
  now: number,
): Allowance {
  const { blockedUntil } = renewed(allowance, now);
  return { ...allowance, limit, used: Math.max(0, limit - remaining), resetAt: now + resetMs, blockedUntil };
}

function renewed(allowance: Allowance, now: number): Allowance {
  const isNewDay = allowance.resetAt !== null && allowance.resetAt <= now;
  const isBlocked = allowance.blockedUntil !== null && allowance.blockedUntil > now;
  return {
    ...allowance,
    used: isNewDay ? 0 : allowance.used,
    resetAt: isNewDay ? null : allowance.resetAt,
    blockedUntil: isBlocked ? allowance.blockedUntil : null,
  };
}
