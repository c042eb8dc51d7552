import { groupBy } from '@tributary/contracts';
import { Workload } from '../workload';

interface Placed<T> {
  readonly item: T;
  /** Position of the row in its list. */
  readonly at: number;
}

/**
 * Items of a list that no comparison distinguishes, in the order of the list. They are taken one by one, so that
 * thousands of equal items cost one comparison.
 */
export class Kind<T> {
  private readonly members: Placed<T>[] = [];
  private taken = 0;

  constructor(readonly sample: T) {}

  add(item: T, at: number): void {
    this.members.push({ item, at });
  }

  get size(): number {
    return this.members.length;
  }

  get free(): number {
    return this.members.length - this.taken;
  }

  get items(): T[] {
    return this.members.map(({ item }) => item);
  }

  /** The position of the first free item; infinite if none is free. */
  get firstAt(): number {
    return this.members[this.taken]?.at ?? Infinity;
  }

  /** The positions of the first free items. */
  positions(count: number): number[] {
    return this.members.slice(this.taken, this.taken + count).map(({ at }) => at);
  }

  /** Takes the first free item. */
  take(): T {
    const first = this.members[this.taken];
    if (!first) throw new Error('an item was to be taken twice');
    this.taken += 1;
    return first.item;
  }
}

/** @param keyOf returns equal keys for items that no comparison distinguishes */
export async function kindsOf<T>(
  items: readonly T[],
  keyOf: (item: T) => string,
  work: Workload,
): Promise<Kind<T>[]> {
  const kinds = new Map<string, Kind<T>>();
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    const kind = kinds.get(key) ?? new Kind(item);
    kinds.set(key, kind);
    kind.add(item, at);
    await work.pause();
  }
  return [...kinds.values()];
}

/** Two kinds whose items may belong together; the lower the cost, the better. */
export interface KindPair<Outer, Inner> {
  readonly outer: Kind<Outer>;
  readonly inner: Kind<Inner>;
  readonly cost: number;
}

/** An item of each kind of a pair. */
export interface TakenPair<Outer, Inner> {
  readonly outer: Outer;
  readonly inner: Inner;
}

/**
 * Takes the items of the cheapest pairs first, each item once; at equal cost the first outer item with the first inner
 * item. The result equals that of comparing all pairs of items in that order.
 */
export function takeBest<Outer, Inner>(pairs: readonly KindPair<Outer, Inner>[]): TakenPair<Outer, Inner>[] {
  const levels = groupBy(pairs, ({ cost }) => cost);
  const costs = [...levels.keys()].sort((a, b) => a - b);
  return costs.flatMap((cost) => takeLevel(levels.get(cost) ?? []));
}

function takeLevel<Outer, Inner>(pairs: readonly KindPair<Outer, Inner>[]): TakenPair<Outer, Inner>[] {
  const open = pairs.filter(({ outer, inner }) => outer.free > 0 && inner.free > 0);
  const turns = [...groupBy(open, ({ outer }) => outer)].flatMap(([outer, ofOuter]) => {
    const partners = ofOuter.reduce((sum, { inner }) => sum + inner.free, 0);
    return outer.positions(partners).map((at) => ({ at, ofOuter }));
  });
  turns.sort((a, b) => a.at - b.at);
  return turns.flatMap(({ ofOuter }) => {
    const first = firstFree(ofOuter);
    return first ? [{ outer: first.outer.take(), inner: first.inner.take() }] : [];
  });
}

function firstFree<Outer, Inner>(
  pairs: readonly KindPair<Outer, Inner>[],
): KindPair<Outer, Inner> | undefined {
  let first: KindPair<Outer, Inner> | undefined;
  for (const pair of pairs) {
    if (pair.inner.firstAt < (first?.inner.firstAt ?? Infinity)) first = pair;
  }
  return first;
}
