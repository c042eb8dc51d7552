import { SeededRandom } from './seeded-random';

/** `FULL=1`: long suites run all of their cases, as often as documented. */
export const FULL = process.env.FULL === '1';

/** `SHARE_SEED` repeats the share of another run; by default Jest's set-up derives a seed from the commit. */
export const SHARE_SEED = Number(process.env.SHARE_SEED);

/**
 * Returns the cases of a long suite that a default run plays. Over a few commits all cases are played; with `FULL=1` or
 * `SHARE=all` every run plays all.
 * @returns `count` of the cases in their own order
 */
export function shareOf<T>(all: readonly T[], count: number): readonly T[] {
  if (FULL || process.env.SHARE === 'all') return all;
  const drawn = new SeededRandom(SHARE_SEED).shuffled(all).slice(0, count);
  return all.filter((one) => drawn.includes(one));
}
