import { setImmediate } from 'node:timers/promises';

/** Comparisons that one step of matching may spend on an answer: 200 entries beside 200 others are compared whole. */
const STEP_MAX = 40_000;
/** Comparisons that all steps may spend on one answer. */
const ANSWER_MAX = 120_000;
/** Candidates that one entry is compared with at most. */
const CANDIDATES_MAX = 200;
/** How long a calculation may go on before other work of the process gets a turn. */
const PORTION_MS = 15;

/**
 * What deciding on one answer may cost. Whoever sends an answer chooses how many of its entries are alike, so the comparisons
 * are counted; entries that were not compared with all their candidates are noted, and stay as they are.
 */
export class Workload {
  private left = ANSWER_MAX;
  private portionBegan = performance.now();
  private readonly cut = new Set<object>();

  /** The comparisons that each of so many may spend in one step. */
  shareOf(count: number): number {
    const share = Math.floor(Math.min(STEP_MAX, this.left) / Math.max(1, count));
    return Math.min(CANDIDATES_MAX, share);
  }

  spend(comparisons: number): void {
    this.left -= comparisons;
  }

  /** Whether so many pairs are few enough for one step, and there is time left for them; they are spent then. */
  mayCompare(pairs: number, pairsMax: number): boolean {
    if (pairs > pairsMax || pairs > this.left) return false;
    this.spend(pairs);
    return true;
  }

  /** Notes entries that were not compared with all their candidates. */
  cutOff(entries: Iterable<object>): void {
    for (const entry of entries) this.cut.add(entry);
  }

  /** All entries were compared with all their candidates. */
  get isWhole(): boolean {
    return this.cut.size === 0;
  }

  /** Entries that were not compared with all their candidates. */
  get entriesCutOff(): ReadonlySet<object> {
    return this.cut;
  }

  /** Gives other work of the process a turn, if it is its time. To be awaited between small parts of the work. */
  pause(): Promise<void> | undefined {
    return performance.now() - this.portionBegan < PORTION_MS ? undefined : this.giveTurn();
  }

  private async giveTurn(): Promise<void> {
    await setImmediate();
    this.portionBegan = performance.now();
  }
}
