/** Growth of pauses from failure to failure. */
export interface Backoff {
  /** The pause after the first failure. */
  readonly firstMs: number;
  /** Factor between one pause and the next. */
  readonly factor: number;
  /** Maximum pause. */
  readonly maxMs: number;
  /** Share by which a pause is longer or shorter at random; 0: none. */
  readonly jitter: number;
}

/** Maximum exponent: more would exceed the numbers, and any maximum is reached before. */
const GROWTHS_MAX = 50;

/**
 * Pause before the next attempt, after this many failures in a row.
 * @param failures from 1
 * @param random from 0 to 1
 */
export function backoff(
  failures: number,
  { firstMs, factor, maxMs, jitter }: Backoff,
  random = Math.random(),
): number {
  const pauseMs = Math.min(maxMs, firstMs * factor ** Math.min(failures - 1, GROWTHS_MAX));
  return jittered(pauseMs, jitter, random);
}

/** The pause, longer or shorter by up to a share, so that work that failed together does not retry together. */
export function jittered(pauseMs: number, share: number, random: number): number {
  return share === 0 ? pauseMs : Math.round(pauseMs * (1 + share * (2 * random - 1)));
}
