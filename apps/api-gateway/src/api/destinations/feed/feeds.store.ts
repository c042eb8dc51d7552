import { OnOtherCurrency } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable, Tx } from '@tributary/persistence';
import { authorNow, madeThrough, StoredPause } from '@tributary/service';
import { Access } from '../../../identity/access/access';
import { written } from '../../../rest/openapi/written';
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

export const FEED_COLUMNS =
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
export function grantedFeeds(parameters: SqlParameters, access: Access): string {
  const own = `f.user_id = ${parameters.add(access.userId)}::bigint`;
  if (access.accountIds === null) return own;
  return `${own} and f.account_ids <@ ${parameters.ids(access.accountIds)}`;
}

export function toFeed(row: FeedRow, secret: { readonly setup_token?: string } = {}) {
  return written(Feed, {
    ...row,
    financial_accounts: row.account_ids,
    claimed: row.claimed_at !== null,
    paused: madeThrough({ author: null, paused: row.paused }).paused,
    ...secret,
  });
}
