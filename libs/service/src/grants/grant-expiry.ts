import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '../logger';
import { Worker } from '@tributary/jobs';
import { endExpired } from './followed-grants';
import { type Pausable, PAUSABLES } from './pausable';

const EVERY_MS = 5000;

/** Ends grants whose time is over: no event says so. */
@Injectable()
export class GrantExpiry implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PAUSABLES) private readonly pausables: readonly Pausable[],
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'grant expiry',
      round: () => this.endOne(),
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('ending expired grants failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** @returns whether there may be more */
  private endOne(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const grant = await endExpired(tx);
      if (!grant) return false;
      for (const pausable of this.pausables) await pausable.follow(tx, { ...grant, revoked: true });
      return true;
    });
  }
}
