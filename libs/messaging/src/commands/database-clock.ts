import { Queryable } from '@tributary/persistence';

const MEASURED_EVERY_MS = 60_000;

/** The database's clock, read from afar: deadlines are set and checked by one clock, whatever the machines think. */
export class DatabaseClock {
  private offsetMs = 0;
  private measuredAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly database: Queryable) {}

  /** Milliseconds since 1970 by the database's clock, to within half a round trip. */
  async now(): Promise<number> {
    if (performance.now() - this.measuredAt > MEASURED_EVERY_MS) await this.measure();
    return Date.now() + this.offsetMs;
  }

  private async measure(): Promise<void> {
    const before = Date.now();
    const [row] = await this.database.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::double precision as now',
    );
    this.offsetMs = (row?.now ?? before) - (before + Date.now()) / 2;
    this.measuredAt = performance.now();
  }
}
