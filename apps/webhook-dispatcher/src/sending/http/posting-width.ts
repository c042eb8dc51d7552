const AT_FIRST = 4;
/** The width increases by one after this number of fast responses, or after each slow one. */
const RESPONSES_PER_WIDENING = 16;
const SLOW_RESPONSE_MS = 100;
/** The number of responses while the process is full and cannot tell fast from slow ones. */
const RESPONSES_PER_WIDENING_WHEN_FULL = 64;

/**
 * Decides how many simultaneous POSTs an endpoint gets. It begins with few, because each further one needs its own
 * connection, whose handshake costs more than some POSTs. While this process is full, responses wait inside of it and
 * all look slow: with a hundred endpoints at once each would get sixteen connections, so the number then rises slowly.
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

  responded(durationMs: number): void {
    this.width = Math.min(this.max, this.width + this.wideningAfter(durationMs));
  }

  private wideningAfter(durationMs: number): number {
    if (this.isFull()) return 1 / RESPONSES_PER_WIDENING_WHEN_FULL;
    return durationMs >= SLOW_RESPONSE_MS ? 1 : 1 / RESPONSES_PER_WIDENING;
  }
}
