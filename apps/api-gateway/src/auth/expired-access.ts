import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';

const EVERY_MS = 60_000;

/** What has ended by itself, and how long it is kept after: a refresh token that comes back within this is known as used. */
const ENDED = [
  `delete from oauth_artifacts where expires_at < now() - interval '1 day'`,
  `delete from tokens where kind in ('OAUTH', 'MANAGED') and expires_at < now() - interval '1 day'`,
  `delete from sessions where expires_at < now()`,
  `delete from sign_in_failures where last_failed_at < now() - interval '2 days'`,
  `delete from idempotency_keys where created_at < now() - interval '1 day'`,
  `update oauth_artifacts set reply = null where reply is not null and consumed_at < now() - interval '1 minute'`,
] as const;

/** Forgets sessions, codes, and apps' tokens that have ended. Personal tokens stay until their owner deletes them. */
@Injectable()
export class ExpiredAccess implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'expired access',
      round: async () => {
        await this.forget();
        return false;
      },
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('what has ended could not be forgotten', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  async forget(): Promise<void> {
    for (const statement of ENDED) await this.database.execute(statement);
  }
}
