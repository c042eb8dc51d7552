const AT_FIRST = 4;
/** One more after so many fast answers, or after each slow one. */
const ANSWERS_PER_WIDENING = 16;
const SLOW_ANSWER_MS = 100;

/**
 * How many simultaneous POSTs an endpoint gets: few in the beginning, since each further one needs its own connection,
 * whose handshake costs more than some POSTs. None more while this process is full: it would only open connections, and
 * the answers' times are its own (a hundred endpoints at once each got sixteen).
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
    if (this.isFull()) return;
    const by = durationMs >= SLOW_ANSWER_MS ? 1 : 1 / ANSWERS_PER_WIDENING;
    this.width = Math.min(this.max, this.width + by);
  }
}
