import { BackgroundWorker, ENDED_JOBS } from '@tributary/jobs';
import { ANSWERED_COMMANDS } from '@tributary/messaging';
import { type Database, deleteOldRows, type OldRows } from '@tributary/persistence';
import type { ServiceLogger } from './logs/logger';

/** Deletes a limited number of rows. @returns how many */
export type DeleteSome = (database: Database, max: number) => Promise<number>;

/** Old rows that a service deletes in the background. */
export interface Retention {
  readonly everyMs: number;
  /** Maximum of rows of each entry that a round deletes. */
  readonly max: number;
  /** Log message for a failed round. */
  readonly failure: string;
  /** Functions delete more than the rows of one table. */
  readonly rows: readonly (OldRows | DeleteSome)[];
}

/** A service's table of log entries, with an index on the time of an entry. */
export type LogTable = Pick<OldRows, 'table' | 'since'>;

export const TEN_MINUTES_MS = 10 * 60 * 1000;

const OFTEN = { everyMs: TEN_MINUTES_MS, max: 2000 };

/** Retentions of every service. */
export const PLATFORM_RETENTIONS: readonly Retention[] = [
  { ...OFTEN, failure: 'forgetting old answers failed', rows: [ANSWERED_COMMANDS] },
  { ...OFTEN, failure: 'forgetting old jobs failed', rows: [ENDED_JOBS] },
];

/** @param days 0: log entries stay for good */
export function logRetention(logs: readonly LogTable[], days: number): Retention {
  const rows = days > 0 ? logs.map((log) => ({ ...log, days })) : [];
  return { everyMs: TEN_MINUTES_MS, max: 5000, failure: 'forgetting old log entries failed', rows };
}

/** Deletes old rows, a bounded number in a round. */
export class RetentionWorker extends BackgroundWorker {
  constructor(
    private readonly database: Database,
    logger: ServiceLogger,
    private readonly retention: Retention,
  ) {
    super({
      name: 'retention',
      idleMs: retention.everyMs,
      onFailure: (error) => logger.failure(retention.failure, error),
    });
  }

  /** @returns whether there may be more */
  async round(): Promise<boolean> {
    const { rows, max } = this.retention;
    let isMore = false;
    for (const some of rows) {
      const count = await (typeof some === 'function'
        ? some(this.database, max)
        : deleteOldRows(this.database, some, max));
      isMore ||= count === max;
    }
    return isMore;
  }
}
