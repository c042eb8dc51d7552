import { BeforeApplicationShutdown, Inject, Injectable, OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import type { ApiGatewayConfig } from '../api-gateway.config';
import { API_GATEWAY_CONFIG } from '../api-gateway.tokens';

const EVERY_MS = 10 * 60 * 1000;
const ROWS_PER_ROUND = 2000;

/** What is forgotten, a bounded piece at a time. */
const OLD = [
  `delete from security_events where id in (
     select id from security_events where occurred_at < now() - make_interval(days => $1) order by occurred_at limit $2)`,
  `delete from known_networks where (user_id, subject, network) in (
     select user_id, subject, network from known_networks
      where last_seen_at < now() - make_interval(days => $1) order by last_seen_at limit $2)`,
] as const;

/** Forgets what the audit trail has kept for long enough. */
@Injectable()
export class SecurityEventRetention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly worker: Worker;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {
    this.worker = new Worker({
      name: 'security event retention',
      round: () => this.prune(),
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('forgetting old security events failed', error),
    });
  }

  onApplicationBootstrap(): void {
    this.worker.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.worker.stop();
  }

  /** @returns whether there may be more */
  async prune(): Promise<boolean> {
    let isMore = false;
    for (const statement of OLD) {
      const limits = [this.config.securityEventRetentionDays, ROWS_PER_ROUND];
      isMore = (await this.database.execute(statement, limits)) === ROWS_PER_ROUND || isMore;
    }
    return isMore;
  }
}
