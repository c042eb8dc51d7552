import { Clock } from '@tributary/messaging';
import { backoff } from '@tributary/persistence';
import { isPassing, ProviderError, ProviderFailure } from '../provider.errors';

export interface RetryOptions {
  readonly attempts: number;
  /** Whether the same call may succeed in a moment; default: `isPassing`. */
  readonly mayPass?: (failure: ProviderFailure) => boolean;
  /** The first pause; it doubles with each attempt. */
  readonly pauseMs: number;
}

/** Repeats a call while its failure is transient. @throws the last failure */
export async function withRetries<T>(
  call: () => Promise<T>,
  options: RetryOptions,
  clock: Clock,
  signal?: AbortSignal,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await call();
    } catch (error) {
      const { mayPass = isPassing } = options;
      const isRepeated = error instanceof ProviderError && mayPass(error.failure);
      if (!isRepeated || attempt >= options.attempts || signal?.aborted) throw error;
      const pauses = { firstMs: options.pauseMs, factor: 2, maxMs: Infinity, jitter: 0 };
      await clock.sleep(backoff(attempt, pauses), signal);
    }
  }
}
