const AT_FIRST = 4;
/** One more after so many answers, or after each that took long. */
const ANSWERS_PER_WIDENING = 16;
const SLOW_ANSWER_MS = 100;

/**
 * How many POSTs to an endpoint may be under way at once: few in the beginning, since each further one needs a connection
 * of its own, whose handshake costs more than some POSTs.
 */
export class PostingWidth {
  private width: number;

  constructor(private readonly max: number) {
    this.width = Math.min(max, AT_FIRST);
  }

  allows(underWay: number): boolean {
    return underWay + 1 <= this.width;
  }

  answered(durationMs: number): void {
    const by = durationMs >= SLOW_ANSWER_MS ? 1 : 1 / ANSWERS_PER_WIDENING;
    this.width = Math.min(this.max, this.width + by);
  }
}
