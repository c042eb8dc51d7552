const MEASURED_EVERY_MS = 100;
const FULL = 0.9;

/** How busy the process is with itself. */
export class OwnLoad {
  private measuredAtMs = performance.now();
  private before = performance.eventLoopUtilization();
  private wasFull = false;

  /** Whether it hardly rested lately: answers then wait here, which says nothing about who sent them. */
  readonly isFull = (): boolean => {
    this.measure();
    return this.wasFull;
  };

  /** To be called where work begins, too: the rest before it says nothing about what follows. */
  measure(): void {
    if (performance.now() - this.measuredAtMs < MEASURED_EVERY_MS) return;
    const current = performance.eventLoopUtilization();
    this.wasFull = performance.eventLoopUtilization(current, this.before).utilization >= FULL;
    this.before = current;
    this.measuredAtMs = performance.now();
  }
}
