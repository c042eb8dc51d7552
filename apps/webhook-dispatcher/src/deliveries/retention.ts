import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';

export const RETENTION_DAYS = Symbol('RETENTION_DAYS');

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** Forgets deliveries that ended long ago, with their attempts. */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(RETENTION_DAYS) private readonly days: number,
  ) {
    this.worker = new Worker({
      name: 'delivery retention',
      round: async () => (await this.prune()) === ROWS_PER_ROUND,
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old deliveries failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** @returns how many it forgot. */
  async prune(): Promise<number> {
    const rows = await this.database.query<{ count: number }>(
      `with old as (
         delete from deliveries where id in (
           select id from deliveries
            where created_at < now() - make_interval(days => $1) and status <> 'PENDING' limit $2)
         returning id),
       attempt as (delete from delivery_attempts where delivery_id in (select id from old))
       select count(*) as count from old`,
      [this.days, ROWS_PER_ROUND],
    );
    return rows[0]?.count ?? 0;
  }
}
