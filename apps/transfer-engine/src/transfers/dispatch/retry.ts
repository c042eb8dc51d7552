export interface RetryPolicy {
  readonly attemptsMax: number;
  readonly backoffMs: number;
}

const BACKOFF_MS_MAX = 3_600_000;

/**
 * How long to wait after the n-th failed attempt: three times as long each time, at most an hour, and up to a fifth
 * more or less, so that what failed together does not come back together.
 */
export function backoffMs(attempts: number, policy: RetryPolicy, random: number): number {
  const plain = Math.min(BACKOFF_MS_MAX, policy.backoffMs * 3 ** (attempts - 1));
  return Math.round(plain * (0.8 + 0.4 * random));
}
