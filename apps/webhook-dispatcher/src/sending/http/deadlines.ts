const LOOK_EVERY_MS = 100;

/** An operation that can be stopped at its deadline. */
interface Limited {
  /**
   * Whether the operation received more than allowed, or is no longer needed. The operation itself does not notice
   * either.
   */
  readonly isBeyondBounds: boolean;
  cutOff(): void;
}

/**
 * A time limit for many operations that begin one after another. A timer and a signal for each operation would cost
 * more than the POST itself.
 */
export class Deadlines<T extends Limited> {
  private readonly underWay = new Map<T, number>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly limitMs: number) {}

  begin(one: T): void {
    this.underWay.set(one, performance.now() + this.limitMs);
    this.timer ??= setInterval(() => this.cutOffLate(), Math.min(LOOK_EVERY_MS, this.limitMs)).unref();
  }

  end(one: T): void {
    this.underWay.delete(one);
    if (this.underWay.size > 0 || this.timer === null) return;
    clearInterval(this.timer);
    this.timer = null;
  }

  private cutOffLate(): void {
    const now = performance.now();
    for (const [one, deadlineMs] of this.underWay) {
      if (deadlineMs > now && !one.isBeyondBounds) continue;
      this.end(one);
      one.cutOff();
    }
  }
}
