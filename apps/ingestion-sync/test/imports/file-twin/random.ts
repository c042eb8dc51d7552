/** Repeatable random numbers from a seed. */
export class Random {
  constructor(private state: number) {}

  /** Returns a number from 0 up to but not including 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Returns a whole number from `low` to `high`, both included. */
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  of<T>(items: readonly T[]): T {
    const item = items[this.whole(0, items.length - 1)];
    if (item === undefined) throw new Error('there is nothing to choose from');
    return item;
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    return items.map(() => left.splice(this.whole(0, left.length - 1), 1)[0] as T);
  }
}
