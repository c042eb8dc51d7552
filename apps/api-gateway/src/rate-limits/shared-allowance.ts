/** What one instance knows of one subject's requests in the present window. */
export interface Share {
  readonly window: number;
  /** Requests that this instance may still let through without asking. */
  readonly left: number;
  /** What all instances together had taken, when this one last asked. */
  readonly taken: number;
}

const MINUTE_S = 60;

/** The minute since 1970 that a moment falls into. */
export function minuteAt(nowMs: number): number {
  return Math.floor(nowMs / 1000 / MINUTE_S);
}

/**
 * The window of `windowS` (whole minutes) that a moment falls into, named by the minute with which it ends, so that windows of all
 * lengths are forgotten alike; and how long it lasts.
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
 * How many requests to take from the shared count at once: few enough that what an instance holds and never uses does not matter, many enough
 * that few requests ask the database.
 */
export function chunkOf(limit: number): number {
  return Math.max(1, Math.ceil(limit / 50));
}

/** What of a chunk was still to be had, when taking it brought the shared count to `taken`. */
export function grantedOf(limit: number, chunk: number, taken: number): number {
  return Math.min(chunk, Math.max(0, limit - (taken - chunk)));
}

/** How many requests may still be made, as far as this instance knows. */
export function remainingOf(limit: number, share: Share): number {
  return Math.max(0, Math.min(limit, limit - share.taken)) + share.left;
}
