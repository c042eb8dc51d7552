/** Lengths of the pauses between attempts, which grow with each failure. */
export interface Backoff {
  /** The pause after the first failure. */
  readonly firstMs: number;
  /** Factor by which a pause is longer than the pause before. */
  readonly factor: number;
  /** Maximum pause, before `jitter` is applied. */
  readonly maxMs: number;
  /** Maximum share (0 to 1) by which chance makes a pause longer or shorter; 0 for exact pauses. */
  readonly jitter: number;
}

/** Maximum exponent of the factor, so that many failures do not overflow to Infinity. `maxMs` applies long before. */
const EXPONENT_MAX = 50;

/**
 * Returns the pause before the next attempt, in milliseconds.
 * @param failures number of failures in a row, from 1
 * @param random chance of the jitter, from 0 to 1
 */
export function backoff(
  failures: number,
  { firstMs, factor, maxMs, jitter }: Backoff,
  random = Math.random(),
): number {
  const pauseMs = Math.min(maxMs, firstMs * factor ** Math.min(failures - 1, EXPONENT_MAX));
  return jittered(pauseMs, jitter, random);
}

/**
 * Returns the pause made longer or shorter by at most `share`, so that tasks that failed together do not retry together.
 * @param random 0 for the shortest pause, 1 for the longest
 */
export function jittered(pauseMs: number, share: number, random: number): number {
  return share === 0 ? pauseMs : Math.round(pauseMs * (1 + share * (2 * random - 1)));
}
