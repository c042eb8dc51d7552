import { retryAfterMs } from '@tributary/outbound';
import { jittered } from '@tributary/persistence';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** The delays after the first, second … failed attempt. */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
];

/** Delays vary by this share in both directions, so that simultaneous failures are not retried simultaneously. */
export const JITTER = 0.1;

/** The longest delay that an endpoint can request. */
export const RETRY_AFTER_MS_MAX = 24 * HOUR_MS;

/**
 * Returns the delay before the next attempt, or null after the last one.
 * @param failedAttempts the number of failed attempts, from 1
 * @param requestedMs the delay that the endpoint requested; the result is not shorter
 * @param random from 0 to 1
 */
export function retryDelayMs(
  failedAttempts: number,
  requestedMs: number | null,
  random: number,
): number | null {
  const delayMs = RETRY_DELAYS_MS[failedAttempts - 1];
  if (delayMs === undefined) return null;
  return Math.max(jittered(delayMs, JITTER, random), requestedMs ?? 0);
}

/** Returns the delay in an endpoint's `Retry-After`, within limits; null if it is missing or invalid. */
export function readRetryAfter(header: string | null, nowMs: number): number | null {
  const ms = retryAfterMs(header, nowMs);
  return ms ? Math.min(ms, RETRY_AFTER_MS_MAX) : null;
}
