import { SeededRandom } from './seeded-random';

/** `FULL=1`: long suites play everything they have, as often as the promises name. */
export const FULL = process.env.FULL === '1';

/** `SHARE_SEED` plays the share of another run again; without one, Jest's set-up draws each commit's own. */
export const SHARE_SEED = Number(process.env.SHARE_SEED);

/**
 * What a usual run plays of a long suite: all of it is played over a few commits, and in every run with `FULL=1` or `SHARE=all`.
 * @returns so many of them, in their own order
 */
export function shareOf<T>(all: readonly T[], count: number): readonly T[] {
  if (FULL || process.env.SHARE === 'all') return all;
  const drawn = new SeededRandom(SHARE_SEED).shuffled(all).slice(0, count);
  return all.filter((one) => drawn.includes(one));
}
