import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../api-gateway.config';

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** Forgets deliveries with their attempts, and events, that are older than they are to be shown. */
@Injectable()
export class WebhookRetention extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {
    super({
      name: 'webhook retention',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old deliveries failed', error),
    });
  }

  /** One bounded piece of each kind; deliveries that still wait stay. @returns whether there may be more. */
  async round(): Promise<boolean> {
    const limits = [this.config.webhookRetentionDays, ROWS_PER_ROUND];
    const [row] = await this.database.query<{ count: number }>(
      `with old as (
         delete from webhook_deliveries where (endpoint_id, id) in (
           select endpoint_id, id from webhook_deliveries
            where created_at < now() - make_interval(days => $1) and status <> 'PENDING' limit $2)
         returning endpoint_id, id),
       attempt as (
         delete from webhook_attempts a using old where a.endpoint_id = old.endpoint_id and a.delivery_id = old.id)
       select count(*) as count from old`,
      limits,
    );
    const events = await this.database.execute(
      `delete from webhook_events where (user_id, id) in (
         select user_id, id from webhook_events where created_at < now() - make_interval(days => $1) limit $2)`,
      limits,
    );
    return row?.count === ROWS_PER_ROUND || events === ROWS_PER_ROUND;
  }
}
