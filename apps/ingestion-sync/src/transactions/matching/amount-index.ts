import { DayIndex, DayRange } from './day-index';
import { Ring } from './ring';

export interface AmountRange {
  readonly from: number;
  readonly to: number;
}

interface AtAmount<T> {
  readonly amount: number;
  readonly item: T;
}

/** Index of items by group, day and amount, searched by a range of days and amounts. */
export class AmountIndex<T> {
  private readonly days = new DayIndex<Ring<AtAmount<T>>>();
  private readonly lists = new Map<string, Ring<AtAmount<T>>>();
  private sorted = false;

  add(group: string, day: string | null, amount: number, item: T): void {
    const key = `${group} ${day ?? ''}`;
    const known = this.lists.get(key);
    if (known) known.items.push({ amount, item });
    else this.open(key, group, day, { amount, item });
  }

  private open(key: string, group: string, day: string | null, first: AtAmount<T>): void {
    const ring = new Ring([first]);
    this.lists.set(key, ring);
    this.days.add(group, day, ring);
  }

  /** Yields the items of a group whose amount is in the range, the nearest days first. */
  *near(group: string, day: string | null, days: DayRange, { from, to }: AmountRange): Generator<T> {
    this.sort();
    for (const ring of this.days.near(group, day, days)) {
      const range = ring.between(
        firstThat(ring.items, (amount) => amount >= from),
        firstThat(ring.items, (amount) => amount > to),
      );
      for (const { item } of range) yield item;
    }
  }

  private sort(): void {
    if (this.sorted) return;
    for (const { items } of this.lists.values()) items.sort((a, b) => a.amount - b.amount);
    this.sorted = true;
  }
}

/** Binary search for the first amount that passes a test which all larger amounts also pass. */
function firstThat(list: readonly AtAmount<unknown>[], passes: (amount: number) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(list[middle]?.amount ?? Infinity)) high = middle;
    else low = middle + 1;
  }
  return low;
}
