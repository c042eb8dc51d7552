import { Clock, systemClock } from '@tributary/messaging';

export interface WorkerOptions {
  readonly name: string;
  /** Does one round of work; true where there may be more at once. */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
  /** How long to rest after a round that found nothing; `wake` ends the rest. */
  readonly idleMs: number;
  readonly onFailure: (error: unknown) => void;
}

const FAILURE_PAUSE_MS_MAX = 10_000;

/**
 * A loop that looks for work in the database: syncs that are due, transfers, deliveries. A round that fails is
 * reported and tried again, ever more slowly; stopping waits for the round under way.
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

  /** There is something to do: do not rest, or end the rest. */
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
