import { largestOf } from '@tributary/contracts';
import { RequestWindow } from '../../../destinations/destination.port';

/** The facts that decide whether a unit sends now. */
export interface UnitLoad {
  /** Due transfers, counted up to the size of one request. */
  readonly dueCount: number;
  /** How long the oldest of them has been due. */
  readonly oldestDueMs: number;
  /** Requests made with the connection's credentials, in each window of the pace. */
  readonly requestsMade: readonly number[];
}

export interface Pace {
  readonly rowsMax: number;
  readonly lingerMs: number;
  readonly windows: readonly RequestWindow[];
}

/** Returns whether to send now: a full request at once, a smaller one when its rows have waited long enough. */
export function isTimeToSend(load: UnitLoad, pace: Pace): boolean {
  return timeToSendInMs(load, pace) === 0;
}

/**
 * Returns the milliseconds until it is time to send if no more rows arrive; null if the allowance is used up or nothing
 * is due.
 */
export function timeToSendInMs(load: UnitLoad, pace: Pace): number | null {
  const left = pace.windows.map(({ requests }, index) => requests - (load.requestsMade[index] ?? 0));
  if (load.dueCount === 0 || left.some((requests) => requests <= 0)) return null;
  if (load.dueCount >= pace.rowsMax) return 0;
  const lingers = pace.windows.map((window, index) => lingerMs(left[index] ?? 0, window, pace.lingerMs));
  return Math.max(0, largestOf(lingers, pace.lingerMs) - load.oldestDueMs);
}

/**
 * How long rows wait for others to share a request with. While at least half of the window's requests are left, it is
 * the configured time. Below that it grows exponentially to twice the time between evenly spread requests, so that a
 * trickle of rows slows down long before the allowance is used up.
 */
export function lingerMs(requestsLeft: number, window: RequestWindow, configuredMs: number): number {
  const half = window.requests / 2;
  const slowest = Math.max(configuredMs, (2 * window.windowMs) / window.requests);
  if (requestsLeft >= half || configuredMs === slowest) return configuredMs;
  const stretch = 1 - requestsLeft / half;
  const shortest = Math.max(1, configuredMs);
  return Math.round(shortest * (slowest / shortest) ** stretch);
}
