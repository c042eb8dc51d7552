import { Author, OnOtherCurrency } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { authorNow, madeThrough, StoredPause, UserTable } from '@tributary/service';
import { Access } from '../../../identity/access/access';
import { isEnabledUser } from '../../../identity/users/users.store';
import { toResourceForm } from '../../../rest/openapi/written';
import { rowsOf } from '../../../rest/lists/row-list';
import { SqlParameters } from '../../../rest/lists/sql-parameters';
import { Feed } from './feed.schema';

export interface FeedRow {
  readonly id: number;
  readonly name: string;
  /** The driver leaves the members of an int8 array as text. Null: all of the user's accounts. */
  readonly account_ids: readonly string[] | null;
  readonly on_other_currency: OnOtherCurrency | null;
  readonly claim_expires_at: Date;
  readonly claimed_at: Date | null;
  readonly paused: StoredPause | null;
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const FEED_COLUMNS =
  'f.id, f.name, f.account_ids, f.on_other_currency, f.claim_expires_at, f.claimed_at, f.paused, f.last_used_at, f.created_at, f.updated_at';

/** When an unclaimed setup token expires. */
const CLAIM_HOURS = 24;

/** @throws Problem (conflict) if the access has ended since */
export async function insertFeed(
  tx: Tx,
  access: Access,
  made: {
    readonly name: string;
    readonly accountIds: readonly number[] | null;
    readonly onOtherCurrency: OnOtherCurrency | null;
    readonly claimHash: Buffer;
  },
): Promise<FeedRow> {
  const [row] = await tx.query<FeedRow>(
    `insert into feeds as f (user_id, author, name, account_ids, claim_hash, claim_expires_at, on_other_currency)
     values ($1, $2, $3, $4::bigint[], $5, now() + make_interval(hours => $6), $7) returning ${FEED_COLUMNS}`,
    [
      access.userId,
      JSON.stringify(await authorNow(tx, access.caller)),
      made.name,
      made.accountIds,
      made.claimHash,
      CLAIM_HOURS,
      made.onOtherCurrency,
    ],
  );
  if (!row) throw new Error('the feed that was just written is missing');
  return row;
}

/** A feed of accounts that the token was not granted looks like an unknown feed. */
export const FEEDS = rowsOf<FeedRow, [access: Access]>({
  from: 'feeds f',
  columns: FEED_COLUMNS,
  condition: grantedFeeds,
}).listedBy({
  sorts: { id: 'f.id', created_at: 'f.created_at', updated_at: 'f.updated_at' },
  defaultSort: '-id',
});

export type FeedQuery = ListQuery<typeof FEEDS>;

/** Whether there was one to revoke. The credentials of the app are invalid from then on. */
export async function deleteFeed(database: Queryable, access: Access, id: number): Promise<boolean> {
  const parameters = new SqlParameters();
  const condition = grantedFeeds(parameters, access);
  const deleted = await database.execute(
    `delete from feeds f where ${condition} and f.id = ${parameters.add(id)}::bigint`,
    parameters.values,
  );
  return deleted > 0;
}

/** The feeds that are there for the token. */
function grantedFeeds(parameters: SqlParameters, access: Access): string {
  const own = `f.user_id = ${parameters.add(access.userId)}::bigint`;
  if (access.accountIds === null) return own;
  return `${own} and f.account_ids <@ ${parameters.ids(access.accountIds)}`;
}

export function toFeed(row: FeedRow, secret: { readonly setup_token?: string } = {}) {
  return toResourceForm(Feed, {
    ...row,
    financial_accounts: row.account_ids,
    claimed: row.claimed_at !== null,
    paused: madeThrough({ author: null, paused: row.paused }).paused,
    ...secret,
  });
}

/** The author of a feed that is there for the token, locked until the end of the transaction. */
export async function lockFeed(tx: Tx, access: Access, id: number): Promise<Author | null> {
  const parameters = new SqlParameters();
  const condition = grantedFeeds(parameters, access);
  const [feed] = await tx.query<{ author: Author }>(
    `select f.author from feeds f where ${condition} and f.id = ${parameters.add(id)}::bigint for update`,
    parameters.values,
  );
  return feed?.author ?? null;
}

/** A change of a feed. Absent members do not change. */
export interface FeedChange {
  readonly name?: string;
  readonly onOtherCurrency?: OnOtherCurrency;
  /** Null: all of the user's accounts. */
  readonly accountIds?: readonly number[] | null;
}

export async function saveFeed(tx: Tx, id: number, change: FeedChange, author: Author): Promise<FeedRow> {
  const [row] = await tx.query<FeedRow>(
    `update feeds f
        set name = coalesce($2, name), account_ids = case when $3 then $4::bigint[] else account_ids end,
            author = $5, on_other_currency = coalesce($6, on_other_currency), updated_at = now()
      where id = $1 returning ${FEED_COLUMNS}`,
    [
      id,
      change.name ?? null,
      change.accountIds !== undefined,
      change.accountIds ?? null,
      JSON.stringify(author),
      change.onOtherCurrency ?? null,
    ],
  );
  if (!row) throw new Error('the feed that was just locked is gone');
  return row;
}

/** Active feeds: those that are not paused, and whose user is not disabled. */
const ACTIVE = `f.paused is null and ${isEnabledUser('f.user_id')}`;

/** Stores the credentials of an app for a setup token. @returns false if the token is unknown, expired, or was claimed before */
export async function claimFeed(database: Database, claimHash: Buffer, accessHash: Buffer): Promise<boolean> {
  const claimed = await database.execute(
    `update feeds f set claimed_at = now(), updated_at = now(), access_hash = $2
      where f.claim_hash = $1 and f.claimed_at is null and f.claim_expires_at > now() and ${ACTIVE}`,
    [claimHash, accessHash],
  );
  return claimed > 0;
}

const HOUR_IS_OVER = `hour_began_at <= now() - interval '1 hour'`;

/** A feed whose app sent a request. */
export interface RequestedFeed {
  readonly user_id: number;
  readonly account_ids: string[] | null;
  readonly on_other_currency: OnOtherCurrency | null;
  /** Requests of the present hour, this one included; the count stops one above the limit. */
  readonly requests: number;
  /** Seconds until the hour is over. */
  readonly left_s: number;
}

/** Counts a request of the app with these credentials, by the database's clock. */
export async function countRequest(
  database: Database,
  accessHash: Buffer,
  requestsMax: number,
): Promise<RequestedFeed | undefined> {
  const [row] = await database.query<RequestedFeed>(
    `update feeds f
        set hour_began_at = case when ${HOUR_IS_OVER} then now() else hour_began_at end,
            requests_in_hour = case when ${HOUR_IS_OVER} then 1 else least(requests_in_hour, $2::int) + 1 end,
            last_used_at = now()
      where f.access_hash = $1 and ${ACTIVE}
     returning user_id, account_ids, on_other_currency, requests_in_hour as requests,
               ceil(extract(epoch from hour_began_at + interval '1 hour' - now()))::int as left_s`,
    [accessHash, requestsMax],
  );
  return row;
}

/** SQL: feeds of the user `$1`, in the columns of the list of resources that apps made. */
export const FEEDS_AS_MADE = `
  select 'feed', f.id, f.name, jsonb_build_object('grant_id', f.author->>'grantId', 'paused', f.paused - 'wasOn')
    from feeds f where f.user_id = $1`;

export const FEEDS_TABLE: UserTable = {
  table: 'feeds',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'feeds', omittedColumns: ['claim_hash', 'access_hash'] },
};
