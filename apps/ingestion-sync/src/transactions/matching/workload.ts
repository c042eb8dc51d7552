import { setImmediate } from 'node:timers/promises';

/** Comparisons that one step of matching may spend: enough to compare 200 entries with 200 others. */
const STEP_MAX = 40_000;
/** Comparisons that all steps together may spend on one reading. */
const ANSWER_MAX = 120_000;
/** Limit of candidates that one entry is compared with. */
const CANDIDATES_MAX = 200;
/** Longest calculation before other work of the process may run. */
const PORTION_MS = 15;

/**
 * Limits the cost of deciding on one reading. The sender decides how many entries are alike, so comparisons are
 * counted. Entries that were not compared with all their candidates are recorded and stay unchanged.
 */
export class Workload {
  private left = ANSWER_MAX;
  private portionBegan = performance.now();
  private readonly cut = new Set<object>();

  /** The comparisons that each of `count` entries may spend in one step. */
  shareOf(count: number): number {
    const share = Math.floor(Math.min(STEP_MAX, this.left) / Math.max(1, count));
    return Math.min(CANDIDATES_MAX, share);
  }

  spend(comparisons: number): void {
    this.left -= comparisons;
  }

  /** Spends the pairs if they fit into one step and into the rest of the budget. @returns whether they do */
  mayCompare(pairs: number, pairsMax: number): boolean {
    if (pairs > pairsMax || pairs > this.left) return false;
    this.spend(pairs);
    return true;
  }

  /** Records entries that were not compared with all their candidates. */
  cutOff(entries: Iterable<object>): void {
    for (const entry of entries) this.cut.add(entry);
  }

  /** True if all entries were compared with all their candidates. */
  get isWhole(): boolean {
    return this.cut.size === 0;
  }

  /** Entries that were not compared with all their candidates. */
  get entriesCutOff(): ReadonlySet<object> {
    return this.cut;
  }

  /** Lets other work of the process run if the current portion took too long. Await this between small parts of the work. */
  pause(): Promise<void> | undefined {
    return performance.now() - this.portionBegan < PORTION_MS ? undefined : this.giveTurn();
  }

  private async giveTurn(): Promise<void> {
    await setImmediate();
    this.portionBegan = performance.now();
  }
}
