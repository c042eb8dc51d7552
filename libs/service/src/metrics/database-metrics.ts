import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BatchObservableCallback, BatchObservableResult, Observable } from '@opentelemetry/api';
import { Database } from '@tributary/persistence';
import { meter, SERVICE } from './meter';

/** The size of a database is added up from its files, so it is read less often than metrics are. */
const SIZE_EVERY_MS = 60_000;

interface ServerFigures {
  readonly connections: number;
  readonly connections_max: number;
  readonly deadlocks: number;
}

export interface DatabaseMetricsOptions {
  readonly service: string;
  readonly database: Database;
  readonly onFailure: (error: unknown) => void;
}

/** Metrics of the service's pool, and of PostgreSQL those that any role may see. */
export class DatabaseMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly pool = meter().createObservableGauge('tributary.database.pool', {
    description: 'Connections of the service’s pool by state, its size (max), and callers that wait for one',
  });
  private readonly connections = meter().createObservableGauge('tributary.database.connections', {
    description: 'Connections of all programs to the database',
  });
  private readonly connectionsMax = meter().createObservableGauge('tributary.database.connections.max', {
    description: 'Connections that the server accepts, to all of its databases',
  });
  private readonly size = meter().createObservableGauge('tributary.database.size', {
    description: 'Bytes of the database’s files',
    unit: 'By',
  });
  private readonly deadlocks = meter().createObservableCounter('tributary.database.deadlocks', {
    description: 'Deadlocks in the database',
  });
  private readonly observed: Observable[] = [
    this.pool,
    this.connections,
    this.connectionsMax,
    this.size,
    this.deadlocks,
  ];
  private readonly observe: BatchObservableCallback = (result) => this.read(result);
  private latestSize: { readonly bytes: number; readonly atMs: number } | null = null;

  constructor(private readonly options: DatabaseMetricsOptions) {}

  onApplicationBootstrap(): void {
    meter().addBatchObservableCallback(this.observe, this.observed);
  }

  beforeApplicationShutdown(): void {
    meter().removeBatchObservableCallback(this.observe, this.observed);
  }

  private async read(result: BatchObservableResult): Promise<void> {
    const { database, service } = this.options;
    const labels = { [SERVICE]: service };
    for (const [state, count] of Object.entries<number>({ ...database.poolFigures() }))
      result.observe(this.pool, count, { state, ...labels });
    try {
      const [found] = await database.query<ServerFigures>(
        `select numbackends as connections, current_setting('max_connections')::int as connections_max, deadlocks
           from pg_stat_database where datname = current_database()`,
      );
      if (!found) return;
      result.observe(this.connections, found.connections, labels);
      result.observe(this.connectionsMax, found.connections_max, labels);
      result.observe(this.deadlocks, found.deadlocks, labels);
      result.observe(this.size, await this.sizeNow(), labels);
    } catch (error) {
      this.options.onFailure(error);
    }
  }

  private async sizeNow(): Promise<number> {
    const atMs = performance.now();
    if (this.latestSize && atMs - this.latestSize.atMs < SIZE_EVERY_MS) return this.latestSize.bytes;
    const sql = 'select pg_database_size(current_database()) as bytes';
    const [found] = await this.options.database.query<{ bytes: number }>(sql);
    this.latestSize = { bytes: found?.bytes ?? 0, atMs };
    return this.latestSize.bytes;
  }
}
