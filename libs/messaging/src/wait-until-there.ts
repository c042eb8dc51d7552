import { Clock, monotonicClock } from './clock';

export interface Waiting {
  /** Whether a failure means that the other side is not there yet; any other is thrown at once. */
  readonly isNotThereYet: (error: unknown) => boolean;
  /** How long to wait in all; 0: not at all. */
  readonly waitMs: number;
  /** Called after each attempt in vain that is repeated. */
  readonly onWaiting: (error: unknown) => void;
  readonly clock?: Clock;
}

const PAUSE_MS = 2000;

/** Repeats an attempt while the other side is not there yet. @throws the attempt's error, when the time is over. */
export async function waitUntilThere<T>(attempt: () => Promise<T>, options: Waiting): Promise<T> {
  const { isNotThereYet, waitMs, onWaiting, clock = monotonicClock } = options;
  const until = clock.now() + waitMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isNotThereYet(error) || clock.now() + PAUSE_MS > until) throw error;
      onWaiting(error);
      await clock.sleep(PAUSE_MS);
    }
  }
}
