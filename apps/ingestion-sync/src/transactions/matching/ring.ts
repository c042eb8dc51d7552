/**
 * A list that readers traverse in turns: each starts where the one before stopped. If no reader may read the whole
 * list, they do not all read the same beginning.
 */
export class Ring<T> {
  private passed = 0;

  constructor(readonly items: T[]) {}

  /** @param to exclusive */
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
