import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { BatchObservableCallback, BatchObservableResult, Observable } from '@opentelemetry/api';
import { countJobs } from '@tributary/jobs';
import { DEAD_LETTER_WORK, OUTBOX_WORK } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { GroupLags } from './group-lags';
import { meter, SERVICE } from './meter';

/** Waiting work in a service's tables, as a metric shows it. */
export interface WaitingWork {
  readonly name: string;
  /**
   * SQL that returns one row: `waiting` (number of items), `oldest_s` (seconds for which the oldest has been due, null
   * for none).
   */
  readonly sql: string;
}

/** The bus's tables in every service's schema. */
const BUS_WORK: readonly WaitingWork[] = [
  { name: 'outbox', sql: OUTBOX_WORK },
  { name: 'dead_letters', sql: DEAD_LETTER_WORK },
];

export interface WaitingWorkMetricsOptions {
  readonly service: string;
  readonly database: Database;
  readonly work: readonly WaitingWork[];
  readonly lags: GroupLags;
  readonly onFailure: (error: unknown) => void;
}

const WAITING = 'tributary.work.waiting';
const OLDEST = 'tributary.work.oldest';
const RUNNING = 'tributary.jobs.running';
const FAILED = 'tributary.jobs.failed';
const LAG = 'tributary.consumer.lag';

/**
 * A service's waiting work and consumer lag, read from its tables and the bus each time that metrics are sent or
 * scraped. Without a reader of metrics nothing is read.
 */
export class WaitingWorkMetrics implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly waiting = meter().createObservableGauge(WAITING, {
    description: 'Pieces of work that wait in the service’s tables',
  });
  private readonly oldest = meter().createObservableGauge(OLDEST, {
    description: 'How long the oldest of them has been due',
    unit: 's',
  });
  private readonly running = meter().createObservableGauge(RUNNING, {
    description: 'Jobs that a process works on',
  });
  private readonly failed = meter().createObservableGauge(FAILED, {
    description: 'Jobs of the last days that failed for good',
  });
  private readonly lag = meter().createObservableGauge(LAG, {
    description: 'Messages that a consumer group has not consumed yet',
  });
  private readonly observed: Observable[] = [this.waiting, this.oldest, this.running, this.failed, this.lag];
  private readonly observe: BatchObservableCallback = (result) => this.read(result);

  private readonly labels: Readonly<Record<string, string>>;

  constructor(private readonly options: WaitingWorkMetricsOptions) {
    this.labels = { [SERVICE]: options.service };
  }

  onApplicationBootstrap(): void {
    meter().addBatchObservableCallback(this.observe, this.observed);
  }

  async beforeApplicationShutdown(): Promise<void> {
    meter().removeBatchObservableCallback(this.observe, this.observed);
    await this.options.lags.close();
  }

  /** A value that cannot be read now is missing this time, which shows as a gap in the curve. */
  private async read(result: BatchObservableResult): Promise<void> {
    const reads = await Promise.allSettled([
      this.readTables(result),
      this.readJobs(result),
      this.readLags(result),
    ]);
    for (const read of reads) if (read.status === 'rejected') this.options.onFailure(read.reason);
  }

  private async readTables(result: BatchObservableResult): Promise<void> {
    for (const { name, sql } of [...BUS_WORK, ...this.options.work]) {
      const [row] = await this.options.database.query<{ waiting: number; oldest_s: number | null }>(sql);
      result.observe(this.waiting, row?.waiting ?? 0, { work: name, ...this.labels });
      result.observe(this.oldest, Math.max(0, row?.oldest_s ?? 0), { work: name, ...this.labels });
    }
  }

  private async readJobs(result: BatchObservableResult): Promise<void> {
    for (const { name, waiting, oldest_s, running, failed } of await countJobs(this.options.database)) {
      result.observe(this.waiting, waiting, { work: name, ...this.labels });
      result.observe(this.oldest, Math.max(0, oldest_s ?? 0), { work: name, ...this.labels });
      result.observe(this.running, running, { work: name, ...this.labels });
      result.observe(this.failed, failed, { work: name, ...this.labels });
    }
  }

  private async readLags(result: BatchObservableResult): Promise<void> {
    for (const { group, topic, lag } of await this.options.lags.read())
      result.observe(this.lag, lag, { group, topic, ...this.labels });
  }
}
