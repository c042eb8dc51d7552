/** How many requests may be made in a span of time, over all instances together. */
export const WINDOW_S = 60;

/** What one instance knows of one subject's requests in the present window. */
export interface Share {
  readonly window: number;
  /** Requests that this instance may still let through without asking. */
  readonly left: number;
  /** What all instances together had taken, when this one last asked. */
  readonly taken: number;
}

/** The window that a moment falls into, and how long it lasts. */
export function windowAt(nowMs: number): { readonly window: number; readonly resetS: number } {
  const nowS = nowMs / 1000;
  const window = Math.floor(nowS / WINDOW_S);
  return { window, resetS: Math.max(1, Math.ceil((window + 1) * WINDOW_S - nowS)) };
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
