/** The balances before and after a row, in units; null if the row states none. */
export interface Step {
  readonly before: bigint;
  readonly after: bigint;
  /** ISO day; null where it is not known. */
  readonly day: string | null;
  /** The account and currency that it belongs to. */
  readonly group: string;
}

/** How well rows follow each other. */
export interface Chain {
  /** Rows that change the balance and have another row that they follow. */
  readonly linked: number;
  /** The same, by their places. */
  readonly rows: ReadonlySet<number>;
  /** Rows that should: all but the first of each group. */
  readonly due: number;
  /** The share of all rows that change the balance. */
  readonly coverage: number;
  /** Links from an earlier day to a later one, and the other way. */
  readonly forward: number;
  readonly backward: number;
  /** Rows of which the row before is followed in the order of the file, and in the other. */
  readonly down: number;
  readonly up: number;
}

/** How far away the row may be that a row follows: rows of a day may stand in any order. */
const WINDOW = 40;
/** Required share of the rows that should follow another one. */
const SHARE_MIN = 0.6;
/** Required share of all rows; holds and balance rows change nothing. */
const COVERAGE_MIN = 0.7;

/**
 * How many rows begin with the balance that another row ended with. The rows' order does not matter, so that it holds for
 * files that are sorted up or down, or by text within a day; a row that is missing costs one link.
 * @param rowCount of those that should change the balance
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

/** Links rows to those on one side first, and to any where there is none: payments that cancel out fit on both sides. */
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

/** Whether rows that follow each other like this cannot be chance, and follow in the order of their days. */
export function isProof({ linked, due, coverage, forward, backward }: Chain): boolean {
  return linked > 0 && linked >= due * SHARE_MIN && coverage >= COVERAGE_MIN && backward * 4 <= forward;
}

function nearest(
  candidates: readonly number[],
  index: number,
  isTaken: (row: number) => boolean,
): number | null {
  let best: number | null = null;
  // Sorted: those near the row are next to where it would stand.
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

/** Rows that follow each other. No row follows itself, not even by others: that is two payments that cancel out. */
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
