import { Author, authorAfterEdit, covers, OnOtherCurrency, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { authorNow } from '@tributary/service';
import { Access } from '../../../identity/access/access';
import { SqlParameters } from '../../../rest/lists/sql-parameters';
import { FEED_COLUMNS, FeedRow, grantedFeeds } from './feeds.store';

/** What is to change of a feed; what is absent stays. */
export interface FeedChange {
  readonly name?: string;
  readonly onOtherCurrency?: OnOtherCurrency;
  /** Null: all of the user's accounts. */
  readonly accountIds?: readonly number[] | null;
}

/** What a feed shows of each of its accounts. */
const SHOWN = ['accounts:read', 'transactions:read'];

const BEYOND_AUTHOR =
  'The app or token that made this feed may not read these accounts. Delete the feed, and make another one.';

/**
 * Changes what is sent of a feed. What its app claimed stays good.
 * @throws Problem (not_found; conflict where its author may not read the accounts)
 */
export async function updateFeed(tx: Tx, access: Access, id: number, change: FeedChange): Promise<FeedRow> {
  const before = await lockFeed(tx, access, id);
  const author = await authorAfter(tx, access, before.author, change);
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

async function lockFeed(tx: Tx, access: Access, id: number): Promise<{ readonly author: Author }> {
  const parameters = new SqlParameters();
  const condition = grantedFeeds(parameters, access);
  const [feed] = await tx.query<{ author: Author }>(
    `select f.author from feeds f where ${condition} and f.id = ${parameters.add(id)}::bigint for update`,
    parameters.values,
  );
  if (!feed) throw Problem.notFound();
  return feed;
}

/** Other accounts are for whoever may read them: the feed follows the app that chose them. */
async function authorAfter(
  tx: Tx,
  { caller }: Access,
  author: Author,
  { accountIds }: FeedChange,
): Promise<Author> {
  if (accountIds === undefined) return author;
  if (!covers(author, { scopes: SHOWN, accountIds })) throw Problem.conflict(BEYOND_AUTHOR);
  if (!caller.grant) return author;
  const { grantId } = await authorNow(tx, caller);
  return { ...authorAfterEdit(author, caller), grantId };
}
