import { Inject, Injectable } from '@nestjs/common';
import { OnOtherCurrency } from '@tributary/contracts';
import { Database } from '@tributary/persistence';
import { newCredentials, secretHash } from './feed-secrets';
import { claimFeed, countRequest } from './feeds.store';

/** The access of an app. */
export interface FeedAccess {
  readonly userId: number;
  /** Null: all of the user's accounts. */
  readonly accountIds: readonly number[] | null;
  /** The user's choice for transactions in another currency; null: none was made. */
  readonly onOtherCurrency: OnOtherCurrency | null;
}

export type Admitted =
  | { readonly kind: 'admitted'; readonly access: FeedAccess }
  | { readonly kind: 'refused' }
  /** The hour's requests are used up. */
  | { readonly kind: 'too-many'; readonly retryAfterS: number };

/** Limit for a feed: apps poll every few hours, and a user who reloads now and then stays far below it. */
const REQUESTS_PER_HOUR = 120;

/** Authenticates apps: exchanges setup tokens, once each, and checks credentials. */
@Injectable()
export class FeedAccesses {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** New credentials for a setup token; null if it is unknown, expired, or was claimed before. */
  async claim(secret: string): Promise<ReturnType<typeof newCredentials> | null> {
    const credentials = newCredentials();
    const hash = secretHash(`${credentials.user}:${credentials.password}`);
    return (await claimFeed(this.database, secretHash(secret), hash)) ? credentials : null;
  }

  /** Counts the request, by the database's clock. */
  async admit(credentials: string | null): Promise<Admitted> {
    if (credentials === null) return { kind: 'refused' };
    const row = await countRequest(this.database, secretHash(credentials), REQUESTS_PER_HOUR);
    if (!row) return { kind: 'refused' };
    if (row.requests > REQUESTS_PER_HOUR) return { kind: 'too-many', retryAfterS: Math.max(1, row.left_s) };
    const accountIds = row.account_ids && row.account_ids.map(Number);
    return {
      kind: 'admitted',
      access: { userId: row.user_id, accountIds, onOtherCurrency: row.on_other_currency },
    };
  }
}
