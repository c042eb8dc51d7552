import { Clock, monotonicClock } from './clock';

export interface Waiting {
  /**
   * Total time in which the attempt is repeated after a failure: 0 for faults that time does not correct, `Infinity`
   * for ever.
   */
  readonly patienceMs: (error: unknown) => number;
  /** Called when the wait begins, and when its reason changes. */
  readonly onWaiting: (error: unknown) => void;
  /** Called when an attempt succeeded after it waited. */
  readonly onThere?: () => void;
  /** Ends the waiting with the attempt's error. */
  readonly signal?: AbortSignal;
  readonly clock?: Clock;
}

const PAUSE_MS = 500;

/** Repeats an attempt while the other side is not available. @throws the attempt's error, when the time is over. */
export async function waitUntilThere<T>(attempt: () => Promise<T>, options: Waiting): Promise<T> {
  const { patienceMs, onWaiting, onThere, signal, clock = monotonicClock } = options;
  const beganAt = clock.now();
  let reason: string | null = null;
  for (;;) {
    try {
      const there = await attempt();
      if (reason !== null) onThere?.();
      return there;
    } catch (error) {
      const isOver = clock.now() + PAUSE_MS > beganAt + patienceMs(error);
      if (isOver || signal?.aborted) throw error;
      const latest = String(error);
      if (latest !== reason) onWaiting(error);
      reason = latest;
      await clock.sleep(PAUSE_MS, signal);
      if (signal?.aborted) throw error;
    }
  }
}
