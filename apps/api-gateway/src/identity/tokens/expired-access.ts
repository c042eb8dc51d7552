import { Inject, Injectable } from '@nestjs/common';
import { BackgroundWorker } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';

const EVERY_MS = 60_000;
const ROWS_PER_ROUND = 2000;
/** While an occasion lasts, its row keeps a notice from being sent again. */
const MAILS_KEPT_DAYS_MIN = 30;

/** The retention of ended access: within it a reused refresh token is recognized. */
const ENDED = [
  `delete from oauth_artifacts where expires_at < now() - interval '1 day'`,
  `delete from tokens where kind in ('OAUTH', 'MANAGED') and expires_at < now() - interval '1 day'`,
  `delete from sessions where expires_at < now()`,
  `delete from sign_in_failures where last_failed_at < now() - interval '2 days'`,
  `delete from invitations where expires_at < now()`,
  // Addresses of people who did not make an account.
  `delete from mails where user_id is null and code_expires_at < now()`,
  `delete from one_use_codes where expires_at < now()`,
  `delete from user_exports where expires_at < now()`,
  // How long the progress of an erasure can be read; it contains only ids and times.
  `delete from user_erasures where erased_at < now() - interval '30 days'`,
  `delete from idempotency_keys where created_at < now() - interval '1 day'`,
  `update oauth_artifacts set reply = null where reply is not null and consumed_at < now() - interval '1 minute'`,
] as const;

/** What is older than `$1` days in the audit trail and among mails, a bounded number at a time. */
const OLD = [
  `delete from security_events where id in (
     select id from security_events where occurred_at < now() - make_interval(days => $1) order by occurred_at limit $2)`,
  `delete from known_networks where (user_id, subject, network) in (
     select user_id, subject, network from known_networks
      where last_seen_at < now() - make_interval(days => $1) order by last_seen_at limit $2)`,
  `delete from mails where id in (
     select id from mails where created_at < now() - make_interval(days => greatest($1, ${MAILS_KEPT_DAYS_MIN})) order by created_at limit $2)`,
] as const;

/**
 * Deletes ended sessions, codes, invitations, apps' tokens and exports, and old entries of the audit trail. Personal
 * tokens stay until their owner deletes them.
 */
@Injectable()
export class ExpiredAccess extends BackgroundWorker {
  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(ServiceLogger) logger: ServiceLogger,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {
    super({
      name: 'expired access',
      idleMs: EVERY_MS,
      onFailure: (error) => logger.failure('what has ended could not be forgotten', error),
    });
  }

  /** @returns whether there may be more */
  async round(): Promise<boolean> {
    for (const statement of ENDED) await this.database.execute(statement);
    const limits = [this.config.securityEventRetentionDays, ROWS_PER_ROUND];
    let isMore = false;
    for (const statement of OLD) {
      isMore = (await this.database.execute(statement, limits)) === ROWS_PER_ROUND || isMore;
    }
    return isMore;
  }
}
