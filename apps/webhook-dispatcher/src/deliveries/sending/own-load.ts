const MEASURED_EVERY_MS = 100;
const FULL = 0.9;

/** How busy the process is with itself. */
export class OwnLoad {
  private measuredAtMs = performance.now();
  private before = performance.eventLoopUtilization();
  private wasFull = false;

  /** Whether it hardly rested lately: answers then wait here, which says nothing about who sent them. */
  readonly isFull = (): boolean => {
    const now = performance.now();
    if (now - this.measuredAtMs < MEASURED_EVERY_MS) return this.wasFull;
    const current = performance.eventLoopUtilization();
    this.wasFull = performance.eventLoopUtilization(current, this.before).utilization >= FULL;
    this.before = current;
    this.measuredAtMs = now;
    return this.wasFull;
  };
}
