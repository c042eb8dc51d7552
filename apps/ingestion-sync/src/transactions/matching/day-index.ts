import { dayNumber } from '@tributary/money';
import { Ring } from './ring';

/** A range of days before and after a given day. */
export interface DayRange {
  readonly before: number;
  readonly after: number;
}

/** Index of items by group and day. An item without a day is near every day. */
export class DayIndex<T> {
  private readonly groups = new Map<string, Map<number | null, Ring<T>>>();

  add(group: string, day: string | null, item: T): void {
    const days = this.groups.get(group) ?? new Map<number | null, Ring<T>>();
    this.groups.set(group, days);
    const number = numberOf(day);
    const ring = days.get(number);
    if (ring) ring.items.push(item);
    else days.set(number, new Ring([item]));
  }

  /** Yields the items of a group around a day, the nearest days first; without a day, all items. */
  *near(group: string, day: string | null, { before, after }: DayRange): Generator<T> {
    const days = this.groups.get(group);
    if (!days) return;
    const middle = numberOf(day);
    if (middle === null) {
      for (const ring of days.values()) yield* all(ring);
      return;
    }
    for (let away = 0; away <= Math.max(before, after); away += 1) {
      if (away <= after) yield* all(days.get(middle + away));
      if (away > 0 && away <= before) yield* all(days.get(middle - away));
    }
    yield* all(days.get(null));
  }
}

function all<T>(ring: Ring<T> | undefined): Iterable<T> {
  return ring ? ring.between(0, ring.items.length) : [];
}

function numberOf(day: string | null): number | null {
  return day === null ? null : dayNumber(day);
}
