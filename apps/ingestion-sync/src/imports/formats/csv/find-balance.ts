/** What a row does to a balance, in units; null where the row says nothing. */
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
  /** Rows that should: all but the first of each group. */
  readonly due: number;
  /** Links from an earlier day to a later one, and the other way. */
  readonly forward: number;
  readonly backward: number;
  /** Rows of which the row before is followed in the order of the file, and in the other. */
  readonly down: number;
  readonly up: number;
}

/** How far away the row may be that a row follows: rows of a day may stand in any order. */
const WINDOW = 40;
/** Of the rows that should follow another one. */
const SHARE_MIN = 0.6;

/**
 * How many rows begin with the balance that another row ended with. The rows' order does not matter, so that it holds for
 * files that are sorted up or down, or by text within a day; a row that is missing costs one link.
 */
export function chainOf(steps: readonly (Step | null)[]): Chain {
  const ends = new Map<string, number[]>();
  steps.forEach((step, index) => {
    if (step === null) return;
    const key = `${step.group}|${step.after}`;
    const at = ends.get(key);
    if (at === undefined) ends.set(key, [index]);
    else at.push(index);
  });
  const chain = { linked: 0, due: 0, forward: 0, backward: 0, down: 0, up: 0 };
  const groups = new Set<string>();
  const taken = new Set<number>();
  steps.forEach((step, index) => {
    if (step === null) return;
    groups.add(step.group);
    if (step.before === step.after) return;
    chain.due += 1;
    const from = nearest(ends.get(`${step.group}|${step.before}`) ?? [], index, taken);
    if (from === null) return;
    taken.add(from);
    chain.linked += 1;
    if (from < index) chain.down += 1;
    else chain.up += 1;
    const [earlier, later] = [steps[from]?.day ?? null, step.day];
    if (earlier !== null && later !== null && earlier !== later)
      chain[earlier < later ? 'forward' : 'backward'] += 1;
  });
  return { ...chain, due: Math.max(0, chain.due - groups.size) };
}

/** Whether rows that follow each other like this cannot be chance, and follow in the order of their days. */
export function isProof({ linked, due, forward, backward }: Chain): boolean {
  return linked > 0 && linked >= due * SHARE_MIN && backward * 4 <= forward;
}

function nearest(candidates: readonly number[], index: number, taken: ReadonlySet<number>): number | null {
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
    if (candidate === index || taken.has(candidate) || Math.abs(candidate - index) > WINDOW) continue;
    if (best === null || Math.abs(candidate - index) < Math.abs(best - index)) best = candidate;
  }
  return best;
}
