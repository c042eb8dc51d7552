import { utcDay } from '@tributary/money';

const MINUTE_MS = 60_000;

/** The present day in the user's time zone. */
export function localDay(now = new Date()): string {
  return utcDay(now.getTime() - now.getTimezoneOffset() * MINUTE_MS);
}

/**
 * The last day that figures show. Users record balances by their own day, and services date what has none by UTC: each may
 * be a day ahead of the other.
 */
export function lastDay(now = new Date()): string {
  const [local, utc] = [localDay(now), utcDay(now)];
  return local > utc ? local : utc;
}
