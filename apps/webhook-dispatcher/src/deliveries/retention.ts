import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { BackgroundWorker, ServiceLogger } from '@tributary/service';
import type { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../webhook-dispatcher.config';

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** Deletes old finished deliveries, and erases the data of deleted endpoints. */
@Injectable()
export class Retention extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(DISPATCHER_CONFIG) private readonly config: WebhookDispatcherConfig,
  ) {
    super({
      name: 'delivery retention',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old deliveries failed', error),
    });
  }

  /** A bounded number of each kind. @returns whether there may be more. */
  override async round(): Promise<boolean> {
    const counts = [
      await this.forgetDeliveries(),
      await this.forgetContents(),
      await this.forgetEvents(),
      await this.erase(),
    ];
    return counts.includes(ROWS_PER_ROUND);
  }

  private async forgetDeliveries(): Promise<number> {
    return this.deleteDeliveries(
      `select id from deliveries
        where created_at < now() - make_interval(days => $1) and status <> 'PENDING' limit $2`,
      [this.config.retentionDays, ROWS_PER_ROUND],
    );
  }

  /** Those whose last deliveries were deleted at the same time, each by another transaction. */
  private async forgetContents(): Promise<number> {
    return this.database.execute(
      `delete from delivery_contents where id in (
         select c.id from delivery_contents c
          where c.created_at < now() - make_interval(days => $1)
            and not exists (select from deliveries d where d.content_id = c.id) limit $2)`,
      [this.config.retentionDays, ROWS_PER_ROUND],
    );
  }

  private async forgetEvents(): Promise<number> {
    return this.database.execute(
      `delete from recorded_events where id in (
         select id from recorded_events where created_at < now() - make_interval(days => $1) limit $2)`,
      [this.config.retentionDays, ROWS_PER_ROUND],
    );
  }

  private async erase(): Promise<number> {
    const [gone] = await this.database.query<{ endpoint_id: number }>(
      'select endpoint_id from erasures order by endpoint_id limit 1',
    );
    if (!gone) return 0;
    const count = await this.deleteDeliveries(
      'select id from deliveries where endpoint_id = $1 order by id limit $2',
      [gone.endpoint_id, ROWS_PER_ROUND],
    );
    if (count === 0) {
      await this.database.execute('delete from erasures where endpoint_id = $1', [gone.endpoint_id]);
    }
    return ROWS_PER_ROUND; // until none is left
  }

  /** @param chosen selects ids. @returns how many were deleted, with their attempts and what no other delivery says. */
  private async deleteDeliveries(chosen: string, parameters: readonly unknown[]): Promise<number> {
    const [row] = await this.database.query<{ count: number }>(
      `with old as (delete from deliveries where id in (${chosen}) returning id, content_id),
            attempt as (delete from delivery_attempts where delivery_id in (select id from old)),
            content as (
              delete from delivery_contents c where c.id in (select content_id from old)
                 and not exists (select from deliveries d
                                  where d.content_id = c.id and d.id not in (select id from old)))
       select count(*) as count from old`,
      [...parameters],
    );
    return row?.count ?? 0;
  }
}
