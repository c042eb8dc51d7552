import { pruneReplies } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { Worker } from './worker';

const EVERY_MS = 10 * 60 * 1000;

/** Forgets answers to commands that nobody may ask for again: they hold what users keep here. */
export class KeptAnswers {
  private readonly worker: Worker;

  constructor(database: Database, onFailure: (error: unknown) => void) {
    this.worker = new Worker({
      name: 'kept answers',
      round: async () => {
        await pruneReplies(database);
        return false;
      },
      idleMs: EVERY_MS,
      onFailure,
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }
}
