/** The balances before and after a row, in units; null if the row states none. */
export interface Step {
  readonly before: bigint;
  readonly after: bigint;
  /** ISO day; null if unknown. */
  readonly day: string | null;
  /** The account and currency of the row. */
  readonly group: string;
}

/** The quality of a sequence of rows as a chain of balances. */
export interface Chain {
  /** The number of rows that change the balance and follow another row. */
  readonly linked: number;
  /** The positions of these rows. */
  readonly rows: ReadonlySet<number>;
  /** The number of rows that should follow another one: all but the first of each group. */
  readonly due: number;
  /** The share of all rows that change the balance. */
  readonly coverage: number;
  /** The number of links from an earlier day to a later one, and in the other direction. */
  readonly forward: number;
  readonly backward: number;
  /** The number of rows that follow their neighbour in the order of the file, and in the reverse order. */
  readonly down: number;
  readonly up: number;
}

/** The largest distance between linked rows, because rows of a day may be in any order. */
const WINDOW = 40;
/** Required share of linked rows among those that should be. */
const SHARE_MIN = 0.6;
/** Required share of rows that change the balance; holds and balance rows do not. */
const COVERAGE_MIN = 0.7;

/**
 * Counts the rows that begin with the balance with which another row ended. It does not depend on the order, so it
 * works for files in ascending or descending order, and for days sorted by text; a missing row costs one link.
 * @param rowCount the number of rows that should change the balance
 */
export function chainOf(steps: readonly (Step | null)[], rowCount = steps.length): Chain {
  const ends = new Map<string, number[]>();
  steps.forEach((step, index) => {
    if (step === null) return;
    const key = `${step.group}|${step.after}`;
    const at = ends.get(key);
    if (at === undefined) ends.set(key, [index]);
    else at.push(index);
  });
  const [down, up] = [linked(steps, ends, 'above', rowCount), linked(steps, ends, 'below', rowCount)];
  return up.linked > down.linked ? up : down;
}

/** Links rows first in one direction, and then in any: payments that cancel each other out fit in both directions. */
function linked(
  steps: readonly (Step | null)[],
  ends: ReadonlyMap<string, readonly number[]>,
  side: 'above' | 'below',
  rowCount: number,
): Chain {
  const chain = { linked: 0, due: 0, forward: 0, backward: 0, down: 0, up: 0 };
  const groups = new Set(steps.flatMap((step) => (step === null ? [] : [step.group])));
  const taken = new Set<number>();
  const rows = new Set<number>();
  const runs = new Runs(steps.length);
  const open = steps.flatMap((step, index) =>
    step === null || step.before === step.after ? [] : [{ step, index }],
  );
  const link =
    (isAllowed: (from: number, to: number) => boolean) =>
    (row: { step: Step; index: number }): boolean => {
      const { step, index } = row;
      const from = nearest(
        ends.get(`${step.group}|${step.before}`) ?? [],
        index,
        (other) => taken.has(other) || !isAllowed(other, index) || runs.areOne(other, index),
      );
      if (from === null) return true;
      taken.add(from);
      runs.join(from, index);
      chain.linked += 1;
      rows.add(index);
      chain[from < index ? 'down' : 'up'] += 1;
      const earlier = steps[from]?.day ?? null;
      if (earlier !== null && step.day !== null && earlier !== step.day) {
        chain[earlier < step.day ? 'forward' : 'backward'] += 1;
      }
      return false;
    };
  open.filter(link((from, to) => (side === 'above' ? from < to : from > to))).forEach(link(() => true));
  const coverage = rowCount === 0 ? 0 : open.length / rowCount;
  return { ...chain, rows, due: Math.max(0, open.length - groups.size), coverage };
}

/** Returns whether the links cannot be chance and follow the order of days. */
export function isProof({ linked, due, coverage, forward, backward }: Chain): boolean {
  return linked > 0 && linked >= due * SHARE_MIN && coverage >= COVERAGE_MIN && backward * 4 <= forward;
}

function nearest(
  candidates: readonly number[],
  index: number,
  isTaken: (row: number) => boolean,
): number | null {
  let best: number | null = null;
  // Binary search: the candidates are sorted by position, so those near the row are adjacent.
  let [low, high] = [0, candidates.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candidates[middle] ?? 0) < index) low = middle + 1;
    else high = middle;
  }
  for (let at = Math.max(0, low - WINDOW); at < Math.min(candidates.length, low + WINDOW); at += 1) {
    const candidate = candidates[at] ?? index;
    if (candidate === index || isTaken(candidate) || Math.abs(candidate - index) > WINDOW) continue;
    if (best === null || Math.abs(candidate - index) < Math.abs(best - index)) best = candidate;
  }
  return best;
}

/**
 * Sets of linked rows. A row must not follow itself, not even through others: that would be two payments that cancel
 * each other out.
 */
class Runs {
  private readonly parents: number[];

  constructor(rows: number) {
    this.parents = Array.from({ length: rows }, (_, row) => row);
  }

  areOne(a: number, b: number): boolean {
    return this.root(a) === this.root(b);
  }

  join(a: number, b: number): void {
    this.parents[this.root(a)] = this.root(b);
  }

  private root(row: number): number {
    let root = row;
    while (this.parents[root] !== root) root = this.parents[root] ?? root;
    for (let at = row; at !== root;) {
      const next = this.parents[at] ?? root;
      this.parents[at] = root;
      at = next;
    }
    return root;
  }
}
