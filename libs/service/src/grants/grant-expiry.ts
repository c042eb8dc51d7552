import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '../logger';
import { BackgroundWorker } from '@tributary/jobs';
import { endExpired } from './followed-grants';
import { type Pausable, PAUSABLES } from './pausable';

const EVERY_MS = 5000;

/** Ends expired grants, for which there is no event. */
@Injectable()
export class GrantExpiry extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PAUSABLES) private readonly pausables: readonly Pausable[],
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    super({
      name: 'grant expiry',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('ending expired grants failed', error),
    });
  }

  /** @returns whether there may be more */
  protected round(): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const grant = await endExpired(tx);
      if (!grant) return false;
      for (const pausable of this.pausables) await pausable.follow(tx, { ...grant, revoked: true });
      return true;
    });
  }
}
