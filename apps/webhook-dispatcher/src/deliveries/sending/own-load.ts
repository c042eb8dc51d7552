const MEASURED_EVERY_MS = 100;
const FULL = 0.9;

/** How busy the process is with itself. */
export class OwnLoad {
  private measuredAtMs = performance.now();
  private before = performance.eventLoopUtilization();
  private wasFull = false;

  /** Work begins: the rest before it says nothing about what follows. */
  begin(): void {
    if (performance.now() - this.measuredAtMs >= MEASURED_EVERY_MS) this.measure();
  }

  /** Whether it hardly rested lately: answers then wait here, which says nothing about who sent them. */
  readonly isFull = (): boolean => {
    if (performance.now() - this.measuredAtMs >= MEASURED_EVERY_MS) this.measure();
    return this.wasFull;
  };

  private measure(): void {
    const current = performance.eventLoopUtilization();
    this.wasFull = performance.eventLoopUtilization(current, this.before).utilization >= FULL;
    this.before = current;
    this.measuredAtMs = performance.now();
  }
}
