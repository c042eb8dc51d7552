import { Clock, systemClock } from '@tributary/messaging';

export interface WorkerOptions {
  readonly name: string;
  /** Does one round of work; true if there may be more immediately. */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
  /** The pause after a round without work; `wake` ends it. */
  readonly idleMs: number;
  readonly onFailure: (error: unknown) => void;
}

const FAILURE_PAUSE_MS_MAX = 10_000;

/**
 * A loop that polls the database for work: due syncs, transfers, deliveries. A failing round is reported and retried
 * with growing pauses; stopping waits for the current round.
 */
export class Worker {
  private readonly stopping = new AbortController();
  private running: Promise<void> | null = null;
  private woken = false;
  private endRest: () => void = () => undefined;

  constructor(
    private readonly options: WorkerOptions,
    private readonly clock: Clock = systemClock,
  ) {}

  start(): void {
    this.running ??= this.run();
  }

  /** Wakes the loop: there is work. */
  wake(): void {
    this.woken = true;
    this.endRest();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.endRest();
    await this.running;
  }

  private async run(): Promise<void> {
    let failures = 0;
    while (!this.stopping.signal.aborted) {
      this.woken = false;
      try {
        const more = await this.options.round(this.stopping.signal);
        failures = 0;
        if (!more) await this.rest(this.options.idleMs);
      } catch (error) {
        this.options.onFailure(error);
        failures += 1;
        await this.clock.sleep(Math.min(FAILURE_PAUSE_MS_MAX, 100 * 2 ** failures), this.stopping.signal);
      }
    }
  }

  private async rest(ms: number): Promise<void> {
    if (this.woken || this.stopping.signal.aborted) return;
    const resting = new AbortController();
    this.endRest = () => resting.abort();
    await this.clock.sleep(ms, resting.signal);
  }
}
