import { Inject, Injectable } from '@nestjs/common';
import { Database, msUntil } from '@tributary/persistence';
import { ServiceLogger } from '../logs/logger';
import { BackgroundWorker } from '@tributary/jobs';
import { endExpired } from './followed-grants';
import { type Pausable, PAUSABLES } from './pausable';

/** Ends expired grants, for which there is no event. */
@Injectable()
export class GrantExpiry extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(PAUSABLES) private readonly pausables: readonly Pausable[],
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    const onFailure = (error: unknown): void => logger.failure('ending expired grants failed', error);
    super({ name: 'grant expiry', onFailure }, { database, tables: ['followed_grants'] });
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

  protected override async dueInMs(): Promise<number | null> {
    const [next] = await this.database.query<{ in_ms: number | null }>(
      `select ${msUntil('min(expires_at)')} as in_ms from followed_grants where not revoked`,
    );
    return next?.in_ms ?? null;
  }
}
