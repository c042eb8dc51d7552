import { Inject, Injectable } from '@nestjs/common';
import { OnOtherCurrency } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { newCredentials, secretHash } from './feed-secrets';

/** The access of an app. */
export interface FeedAccess {
  readonly userId: number;
  /** Null: all of the user's accounts. */
  readonly accountIds: readonly number[] | null;
  /** Null: the user was not asked. */
  readonly onOtherCurrency: OnOtherCurrency | null;
}

export type Admitted =
  | { readonly kind: 'admitted'; readonly access: FeedAccess }
  | { readonly kind: 'refused' }
  /** The hour's requests are used up. */
  | { readonly kind: 'too-many'; readonly retryAfterS: number };

/** Apps poll every few hours, and a user who reloads now and then stays far below this. */
const REQUESTS_PER_HOUR = 120;

/** Active feeds: those that are not paused, and whose user is not disabled. */
const LIVING = `f.paused is null and exists (select 1 from users u where u.id = f.user_id and u.disabled_at is null)`;

/** Authenticates apps: exchanges setup tokens, once each, and checks credentials. */
@Injectable()
export class FeedAccesses {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** New credentials for a setup token; null if it is unknown, expired, or was claimed before. */
  async claim(secret: string): Promise<ReturnType<typeof newCredentials> | null> {
    const credentials = newCredentials();
    const claimed = await this.database.execute(
      `update feeds f set claimed_at = now(), updated_at = now(), access_hash = $2
        where f.claim_hash = $1 and f.claimed_at is null and f.claim_expires_at > now() and ${LIVING}`,
      [secretHash(secret), secretHash(`${credentials.user}:${credentials.password}`)],
    );
    return claimed > 0 ? credentials : null;
  }

  /** Counts the request, by the database's clock. */
  async admit(credentials: string | null): Promise<Admitted> {
    if (credentials === null) return { kind: 'refused' };
    const [row] = await this.database.query<{
      user_id: number;
      account_ids: string[] | null;
      on_other_currency: OnOtherCurrency | null;
      requests: number;
      left_s: number;
    }>(
      `update feeds f
          set hour_began_at = case when ${HOUR_IS_OVER} then now() else hour_began_at end,
              requests_in_hour = case when ${HOUR_IS_OVER} then 1 else least(requests_in_hour, $2::int) + 1 end,
              last_used_at = now()
        where f.access_hash = $1 and ${LIVING}
       returning user_id, account_ids, on_other_currency, requests_in_hour as requests,
                 ceil(extract(epoch from hour_began_at + interval '1 hour' - now()))::int as left_s`,
      [secretHash(credentials), REQUESTS_PER_HOUR],
    );
    if (!row) return { kind: 'refused' };
    if (row.requests > REQUESTS_PER_HOUR) return { kind: 'too-many', retryAfterS: Math.max(1, row.left_s) };
    const accountIds = row.account_ids && row.account_ids.map(Number);
    return {
      kind: 'admitted',
      access: { userId: row.user_id, accountIds, onOtherCurrency: row.on_other_currency },
    };
  }
}

const HOUR_IS_OVER = `hour_began_at <= now() - interval '1 hour'`;
