import { largestOf } from '@tributary/contracts';
import { RequestWindow } from '../../destinations/destination.port';

/** The facts that decide whether a unit sends now. */
export interface UnitLoad {
  /** Transfers that are due, counted up to what one request carries. */
  readonly dueCount: number;
  /** How long the oldest of them has been due. */
  readonly oldestDueMs: number;
  /** Requests made with the connection's credentials, in each of the pace's windows. */
  readonly requestsMade: readonly number[];
}

export interface Pace {
  readonly rowsMax: number;
  readonly lingerMs: number;
  readonly windows: readonly RequestWindow[];
}

/** Whether to send now: a full request at once, a smaller one when its rows have waited long enough. */
export function isTimeToSend(load: UnitLoad, pace: Pace): boolean {
  return timeToSendInMs(load, pace) === 0;
}

/** How long until it is time to send, if no more rows come; null if that depends on requests that were made. */
export function timeToSendInMs(load: UnitLoad, pace: Pace): number | null {
  const left = pace.windows.map(({ requests }, index) => requests - (load.requestsMade[index] ?? 0));
  if (load.dueCount === 0 || left.some((requests) => requests <= 0)) return null;
  if (load.dueCount >= pace.rowsMax) return 0;
  const lingers = pace.windows.map((window, index) => lingerMs(left[index] ?? 0, window, pace.lingerMs));
  return Math.max(0, largestOf(lingers, pace.lingerMs) - load.oldestDueMs);
}

/**
 * How long rows wait for others to travel with. While half of the window's requests are left: the configured time.
 * From there it grows, by the same factor for each request, to twice the time between requests that an even spread over
 * the window would give: so a trickle of rows slows down long before the allowance is used up.
 */
export function lingerMs(requestsLeft: number, window: RequestWindow, configuredMs: number): number {
  const half = window.requests / 2;
  const slowest = Math.max(configuredMs, (2 * window.windowMs) / window.requests);
  if (requestsLeft >= half || configuredMs === slowest) return configuredMs;
  const stretch = 1 - requestsLeft / half;
  const shortest = Math.max(1, configuredMs);
  return Math.round(shortest * (slowest / shortest) ** stretch);
}
