import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { RESUMABLE_MS } from './streams';

const EVERY_MS = 60_000;
const ROWS_PER_ROUND = 5000;

/** Deletes changes from which no stream resumes any more. */
@Injectable()
export class ChangeRetention extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      name: 'change retention',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old changes failed', error),
    });
  }

  /** @returns whether there may be more */
  async round(): Promise<boolean> {
    // Twice the time: a transaction writes its changes some time before its commit.
    const deleted = await this.database.execute(
      `delete from model_changes where id in (
         select id from model_changes where created_at < now() - make_interval(secs => $1) order by id limit $2)`,
      [(2 * RESUMABLE_MS) / 1000, ROWS_PER_ROUND],
    );
    return deleted === ROWS_PER_ROUND;
  }
}
