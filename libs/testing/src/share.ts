import { execFileSync } from 'node:child_process';
import { SeededRandom } from './seeded-random';
import { workspaceRoot } from './workspace-root';

/** `FULL=1`: long suites play everything they have, as often as the promises name. */
export const FULL = process.env.FULL === '1';

/** `SHARE_SEED` plays the share of another run again; without one, each commit draws its own. */
export const SHARE_SEED = Number(process.env.SHARE_SEED || seedOfCommit());

/**
 * What a usual run plays of a long suite: all of it is played over a few commits, and in every run with `FULL=1` or `SHARE=all`.
 * @returns so many of them, in their own order
 */
export function shareOf<T>(all: readonly T[], count: number): readonly T[] {
  if (FULL || process.env.SHARE === 'all') return all;
  const drawn = new SeededRandom(SHARE_SEED).shuffled(all).slice(0, count);
  return all.filter((one) => drawn.includes(one));
}

/** Of an installation without Git's records, the first share. */
function seedOfCommit(): number {
  try {
    const head = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], {
      cwd: workspaceRoot(),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number.parseInt(head.toString(), 16);
  } catch {
    return 1;
  }
}
