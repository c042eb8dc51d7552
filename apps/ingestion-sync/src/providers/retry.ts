import { Clock } from '@tributary/messaging';
import { isPassing, ProviderError } from './provider.errors';

export interface RetryOptions {
  readonly attempts: number;
  /** Doubled from try to try. */
  readonly pauseMs: number;
}

/** Repeats a call while its failure may pass by itself; the last failure is thrown. */
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
      const mayPass = error instanceof ProviderError && isPassing(error.failure);
      if (!mayPass || attempt >= options.attempts || signal?.aborted) throw error;
      await clock.sleep(options.pauseMs * 2 ** (attempt - 1), signal);
    }
  }
}
