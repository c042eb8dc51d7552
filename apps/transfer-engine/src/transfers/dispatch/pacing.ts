const HOUR_MS = 3_600_000;

/** What is known of a unit when it is asked whether its turn has come. */
export interface UnitLoad {
  /** Transfers that are due, counted up to what one request carries. */
  readonly dueCount: number;
  /** How long the oldest of them has been due. */
  readonly oldestDueMs: number;
  /** Requests made with the connection's token in the last hour. */
  readonly requestsMade: number;
}

export interface Pace {
  readonly rowsMax: number;
  readonly lingerMs: number;
  readonly requestsPerHour: number;
}

/** Whether to send now: a full request at once, a smaller one when its rows have waited long enough. */
export function isTimeToSend(load: UnitLoad, pace: Pace): boolean {
  const requestsLeft = pace.requestsPerHour - load.requestsMade;
  if (load.dueCount === 0 || requestsLeft <= 0) return false;
  return load.dueCount >= pace.rowsMax || load.oldestDueMs >= lingerMs(requestsLeft, pace);
}

/**
 * How long rows wait for others to travel with. While half of the hour's requests are left: the configured time.
 * From there it grows, by the same factor for each request, to twice the time between requests that an even spread over
 * the hour would give: so a trickle of rows slows down long before the allowance is used up.
 */
export function lingerMs(requestsLeft: number, pace: Pace): number {
  const half = pace.requestsPerHour / 2;
  const slowest = Math.max(pace.lingerMs, (2 * HOUR_MS) / pace.requestsPerHour);
  if (requestsLeft >= half || pace.lingerMs === slowest) return pace.lingerMs;
  const stretch = 1 - requestsLeft / half;
  const shortest = Math.max(1, pace.lingerMs);
  return Math.round(shortest * (slowest / shortest) ** stretch);
}
