import { outsideRequests, Queryable } from '@tributary/persistence';
import { Clock, systemClock } from '../clock';

const MEASURED_EVERY_MS = 60_000;
const AGAIN_AFTER_FAILURE_MS = 1000;
/**
 * The machine's two clocks drift apart by far less in a minute; more means that one was set, or that the machine slept.
 */
const STEP_MS = 1000;

/**
 * The database's clock, read remotely. Everything that machines must agree on (deadlines of commands, times in
 * signatures, the day at a bank) uses it, whatever the machines' clocks show. Between two measurements it advances by
 * the monotonic clock.
 */
export class DatabaseClock implements Clock {
  /** The database's time minus the monotonic clock's. Before the first measurement the machine's own clock is used. */
  private offsetMs = Date.now() - performance.now();
  private measuredAt = Number.NEGATIVE_INFINITY;
  /** Date.now() minus performance.now() at the last measurement. */
  private wallOffsetMs = 0;
  private measuring: Promise<void> | null = null;
  private notBefore = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Pick<Queryable, 'query'>) {}

  /** Milliseconds since 1970, to within half a round trip to the database; measures again if the last measurement is old. */
  async exactly(): Promise<number> {
    if (this.isStale()) await this.measure();
    return this.read();
  }

  /** The same immediately, by the last measurement; if that is old, a new one begins. */
  now(): number {
    if (this.isStale() && performance.now() >= this.notBefore) {
      this.measure().catch(() => (this.notBefore = performance.now() + AGAIN_AFTER_FAILURE_MS));
    }
    return this.read();
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal);
  }

  /** Milliseconds by which this machine's clock is ahead of the database's. */
  machineAheadMs(): number {
    return Date.now() - this.read();
  }

  private read(): number {
    return performance.now() + this.offsetMs;
  }

  private isStale(): boolean {
    const steppedMs = Math.abs(Date.now() - performance.now() - this.wallOffsetMs);
    return steppedMs > STEP_MS || performance.now() - this.measuredAt > MEASURED_EVERY_MS;
  }

  private measure(): Promise<void> {
    this.measuring ??= outsideRequests(() => this.ask()).finally(() => (this.measuring = null));
    return this.measuring;
  }

  private async ask(): Promise<void> {
    const before = performance.now();
    const [row] = await this.database.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now',
    );
    const after = performance.now();
    if (row) this.offsetMs = row.now - (before + after) / 2;
    this.measuredAt = after;
    this.wallOffsetMs = Date.now() - after;
  }
}
