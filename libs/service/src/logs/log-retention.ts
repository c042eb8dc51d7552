import { Database } from '@tributary/persistence';
import { ServiceLogger } from './logger';
import { BackgroundWorker } from '@tributary/jobs';

/** A service's table of log entries. */
export interface LogTable {
  readonly table: string;
  /** The column with the time of an entry; a BRIN index on it finds the old ones. */
  readonly writtenAt: string;
}

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 5000;

/** Deletes log entries after the operator's retention. */
export class LogRetention extends BackgroundWorker {
  /** @param days 0: they are kept for good */
  constructor(
    private readonly database: Database,
    logger: ServiceLogger,
    private readonly logs: readonly LogTable[],
    private readonly days: number,
  ) {
    super({
      name: 'log retention',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old log entries failed', error),
    });
  }

  override onApplicationBootstrap(): void {
    if (this.days > 0 && this.logs.length > 0) super.onApplicationBootstrap();
  }

  protected round(): Promise<boolean> {
    return this.prune();
  }

  /** A bounded number from each log. @returns whether there may be more */
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
