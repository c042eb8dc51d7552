const AT_FIRST = 4;
/** One more after so many fast answers, or after each slow one. */
const ANSWERS_PER_WIDENING = 16;
const SLOW_ANSWER_MS = 100;
/** Whether they were fast or slow is not known while the process is full. */
const ANSWERS_PER_WIDENING_WHEN_FULL = 64;

/**
 * How many simultaneous POSTs an endpoint gets: few in the beginning, since each further one needs its own connection,
 * whose handshake costs more than some POSTs. While this process is full, answers also wait in it, so that all look slow: a
 * hundred endpoints at once each got sixteen. The number then rises slowly.
 */
export class PostingWidth {
  private width: number;

  constructor(
    private readonly max: number,
    private readonly isFull: () => boolean,
  ) {
    this.width = Math.min(max, AT_FIRST);
  }

  allows(underWay: number): boolean {
    return underWay + 1 <= this.width;
  }

  answered(durationMs: number): void {
    this.width = Math.min(this.max, this.width + this.wideningAfter(durationMs));
  }

  private wideningAfter(durationMs: number): number {
    if (this.isFull()) return 1 / ANSWERS_PER_WIDENING_WHEN_FULL;
    return durationMs >= SLOW_ANSWER_MS ? 1 : 1 / ANSWERS_PER_WIDENING;
  }
}
