import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';

const EVERY_MS = 1000;

/** Times of last use, to the minute, written together: a request never waits for them. */
@Injectable()
export class TokenUses implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private noted = new Set<number>();
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
  ) {
    this.worker = new Worker({
      name: 'token uses',
      round: () => this.write(),
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('the last use of tokens could not be written', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.worker.stop();
  }

  note(tokenId: number): void {
    this.noted.add(tokenId);
  }

  /** What could not be written is noted again by the token's next look-up. */
  private async write(): Promise<boolean> {
    const tokenIds = [...this.noted].sort((a, b) => a - b);
    this.noted = new Set();
    if (tokenIds.length === 0) return false;
    await this.database.execute(
      `update tokens t set last_used_at = now()
         from (select id from tokens where id = any($1::bigint[]) order by id for update) used
        where t.id = used.id and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute')`,
      [tokenIds],
    );
    await this.database.execute(
      `update grants set last_used_at = now()
        where id in (select grant_id from tokens where id = any($1::bigint[]) and grant_id is not null)
          and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [tokenIds],
    );
    return false;
  }
}
