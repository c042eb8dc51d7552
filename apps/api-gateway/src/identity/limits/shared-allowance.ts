/** State of one subject's requests in the present window, as one instance knows it. */
export interface Share {
  readonly window: number;
  /** Requests that this instance may still accept without the database. */
  readonly left: number;
  /** Requests by all instances together when this one last checked. */
  readonly taken: number;
}

const MINUTE_S = 60;

/** The minute since 1970 that a moment falls into. */
export function minuteAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / MINUTE_S);
}

/**
 * The window of `windowS` (whole minutes) that contains a moment, named by the minute with which it ends, so that
 * windows of all lengths are deleted alike; and its duration.
 */
export function windowAt(
  nowMs: number,
  windowS: number,
): { readonly window: number; readonly resetS: number } {
  const nowS = nowMs / 1000;
  const endS = (Math.floor(nowS / windowS) + 1) * windowS;
  return { window: endS / MINUTE_S, resetS: Math.max(1, Math.ceil(endS - nowS)) };
}

/**
 * The size of a chunk: small enough that unused parts do not matter, large enough that few requests need the database.
 */
export function chunkOf(limit: number): number {
  return Math.max(1, Math.ceil(limit / 50));
}

/** The usable part of a chunk that brought the shared count to `taken`. */
export function grantedOf(limit: number, chunk: number, taken: number): number {
  return Math.min(chunk, Math.max(0, limit - (taken - chunk)));
}

/** Number of requests that may still be made, as far as this instance knows. */
export function remainingOf(limit: number, share: Share): number {
  return Math.max(0, Math.min(limit, limit - share.taken)) + share.left;
}
