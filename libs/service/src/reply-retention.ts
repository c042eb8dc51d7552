import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { pruneReplies } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from './logger';
import { Worker } from '@tributary/jobs';

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** Forgets answers to commands that are older than an `Idempotency-Key` is kept. */
@Injectable()
export class ReplyRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(@Inject(Database) database: Database, @Inject(ServiceLogger) logger: ServiceLogger) {
    this.worker = new Worker({
      name: 'reply retention',
      round: async () => (await pruneReplies(database, ROWS_PER_ROUND)) === ROWS_PER_ROUND,
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old answers failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }
}
