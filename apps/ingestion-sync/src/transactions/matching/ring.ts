/**
 * A list that is gone through in turns: each reader goes on where the one before it stopped. So where nobody may read the whole of
 * it, not all of them read the same beginning.
 */
export class Ring<T> {
  private passed = 0;

  constructor(readonly items: T[]) {}

  /** @param to without the item there */
  *between(from: number, to: number): Generator<T> {
    const length = to - from;
    let read = 0;
    try {
      for (; read < length; read += 1) {
        const item = this.items[from + ((this.passed + read) % length)];
        if (item !== undefined) yield item;
      }
    } finally {
      if (read < length) this.passed += read;
    }
  }
}
