import { Inject, Injectable } from '@nestjs/common';
import { pruneReplies } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from './logs/logger';
import { BackgroundWorker } from '@tributary/jobs';

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** Deletes answers to commands after the time of an `Idempotency-Key`. */
@Injectable()
export class ReplyRetention extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      name: 'reply retention',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old answers failed', error),
    });
  }

  /** @returns whether there may be more */
  protected async round(): Promise<boolean> {
    return (await pruneReplies(this.database, ROWS_PER_ROUND)) === ROWS_PER_ROUND;
  }
}
