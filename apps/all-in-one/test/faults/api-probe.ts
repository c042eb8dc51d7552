import { pause } from './pause';

/** The result of one request to the API. */
export interface ProbeResult {
  /** The HTTP status, or the reason why there was no response. */
  readonly outcome: number | 'hung' | 'cut';
  readonly atMs: number;
}

const EVERY_MS = 50;
/** The longest wait of a client. */
const HUNG_AFTER_MS = 15_000;

/** A client that reads the same list repeatedly, and records every response. */
export class ApiProbe {
  readonly results: ProbeResult[] = [];
  private stopped = false;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  start(): void {
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    await this.running;
  }

  outcomes(): ProbeResult['outcome'][] {
    return [...new Set(this.results.map(({ outcome }) => outcome))];
  }

  /** Returns the milliseconds from that time to the first later success, or null. */
  recoveredAfterMs(then: number): number | null {
    const success = this.results.find(({ outcome, atMs }) => outcome === 200 && atMs >= then);
    return success ? success.atMs - then : null;
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const outcome = await this.ask();
      this.results.push({ outcome, atMs: Date.now() });
      await pause(EVERY_MS);
    }
  }

  private async ask(): Promise<ProbeResult['outcome']> {
    try {
      const response = await fetch(`${this.url}/api/v1/finance/transactions?page[size]=1`, {
        headers: { authorization: `Bearer ${this.token}` },
        signal: AbortSignal.timeout(HUNG_AFTER_MS),
      });
      await response.arrayBuffer();
      return response.status;
    } catch (error) {
      return error instanceof Error && error.name === 'TimeoutError' ? 'hung' : 'cut';
    }
  }
}
