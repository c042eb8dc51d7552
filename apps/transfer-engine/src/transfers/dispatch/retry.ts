import { backoff } from '@tributary/persistence';

export interface RetryPolicy {
  readonly attemptsMax: number;
  readonly backoffMs: number;
}

/**
 * The pause after the n-th failed attempt: it triples each time, up to an hour, and varies by up to a fifth, so that
 * transfers that failed together are not retried together.
 */
export function backoffMs(attempts: number, policy: RetryPolicy, random: number): number {
  return backoff(attempts, { firstMs: policy.backoffMs, factor: 3, maxMs: 3_600_000, jitter: 0.2 }, random);
}
