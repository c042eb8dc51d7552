import { BeforeApplicationShutdown, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from './logger';
import { Worker } from '@tributary/jobs';

/** A table of a service's own that keeps what was done, entry by entry. */
export interface LogTable {
  readonly table: string;
  /** The column that says when an entry was written; a BRIN index on it finds the old ones. */
  readonly writtenAt: string;
}

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 5000;

/** Forgets entries of logs that are older than an operator wants them kept. */
export class LogRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  /** @param days 0: they are kept for good */
  constructor(
    private readonly database: Database,
    logger: ServiceLogger,
    private readonly logs: readonly LogTable[],
    private readonly days: number,
  ) {
    this.worker = new Worker({
      name: 'log retention',
      round: () => this.prune(),
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old log entries failed', error),
    });
  }

  onApplicationBootstrap(): void {
    if (this.days > 0 && this.logs.length > 0) this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** One bounded piece of each log. @returns whether there may be more */
  async prune(): Promise<boolean> {
    let isMore = false;
    for (const { table, writtenAt } of this.logs) {
      const deleted = await this.database.execute(
        `delete from ${table} where ctid = any(array(
           select ctid from ${table} where ${writtenAt} < now() - make_interval(days => $1) limit $2))`,
        [this.days, ROWS_PER_ROUND],
      );
      isMore ||= deleted === ROWS_PER_ROUND;
    }
    return isMore;
  }
}
