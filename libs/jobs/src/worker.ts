import { Clock, monotonicClock } from '@tributary/messaging';
import { backoff } from '@tributary/persistence';

export interface WorkerOptions {
  readonly name: string;
  /** Does one round of work; true if there may be more immediately. */
  readonly round: (signal: AbortSignal) => Promise<boolean>;
  /** The longest pause after a round without work; `wake` and `notify` end it. Default: `NET_MS`. */
  readonly idleMs?: number;
  /** Time until the next work is due, read after a round without work; null: none is known. */
  readonly dueInMs?: () => Promise<number | null>;
  /** The shortest time between two rounds that notifications cause, or work that is due and cannot be claimed. */
  readonly spacingMs?: number;
  readonly onFailure: (error: unknown) => void;
}

/** Interval of rounds that find work even where every notification was lost. */
export const NET_MS = 30_000;
const SPACING_MS = 200;
const BACKOFF = { firstMs: 200, factor: 2, maxMs: 10_000, jitter: 0 };

/**
 * A loop that searches the database for work: due syncs, transfers, deliveries. It rests until it is woken, until the
 * next work is due, or for `idleMs`, and then searches again. A failing round is reported and retried with growing
 * pauses; stopping waits for the current round.
 */
export class Worker {
  private readonly stopping = new AbortController();
  private readonly idleMs: number;
  private readonly spacingMs: number;
  private running: Promise<void> | null = null;
  private woken = false;
  private notified = false;
  private endRest: () => void = () => undefined;
  private endIdling: () => void = () => undefined;

  constructor(
    private readonly options: WorkerOptions,
    private readonly clock: Clock = monotonicClock,
  ) {
    this.idleMs = options.idleMs ?? NET_MS;
    this.spacingMs = Math.min(this.idleMs, options.spacingMs ?? SPACING_MS);
  }

  start(): void {
    this.running ??= this.run();
  }

  /** Begins a round at once, because there is work. */
  wake(): void {
    this.woken = true;
    this.endRest();
  }

  /** Begins a round because there may be work: now, or `spacingMs` after the beginning of the last one. */
  notify(): void {
    this.notified = true;
    this.endIdling();
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
      this.notified = false;
      const beganAtMs = this.clock.now();
      try {
        const more = await this.options.round(this.stopping.signal);
        failures = 0;
        if (!more) await this.pauseAfterRound(beganAtMs);
      } catch (error) {
        this.options.onFailure(error);
        failures += 1;
        await this.clock.sleep(backoff(failures, BACKOFF), this.stopping.signal);
      }
    }
  }

  private async pauseAfterRound(beganAtMs: number): Promise<void> {
    if (!this.woken && !this.notified) await this.idle();
    if (this.notified) await this.pause(beganAtMs + this.spacingMs - this.clock.now());
  }

  /** Waits for the next work. Due work that this process did not find is leased to another, which may be about to release it. */
  private async idle(): Promise<void> {
    const dueInMs = (await this.options.dueInMs?.()) ?? this.idleMs;
    if (this.notified) return; // notified during the round
    const idling = this.pause(Math.min(this.idleMs, dueInMs > 0 ? Math.ceil(dueInMs) : this.spacingMs));
    this.endIdling = this.endRest;
    await idling;
    this.endIdling = () => undefined;
  }

  /** Waits until the time is over, or until `wake`. */
  private async pause(ms: number): Promise<void> {
    if (ms <= 0 || this.woken || this.stopping.signal.aborted) return;
    const resting = new AbortController();
    this.endRest = () => resting.abort();
    await this.clock.sleep(ms, resting.signal);
    this.endRest = () => undefined;
  }
}
