import { setTimeout as delay } from 'node:timers/promises';

/** Time as the bus uses it; replaced in simulations. */
export interface Clock {
  now(): number;
  /** Resolves after the time, or immediately when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** A monotonic clock, for time spans within one process: its zero is arbitrary. */
export const monotonicClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => systemClock.sleep(ms, signal),
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    try {
      await delay(ms, undefined, { signal });
    } catch (error) {
      if (!signal?.aborted) throw error;
    }
  },
};
