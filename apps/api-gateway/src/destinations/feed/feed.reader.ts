import { Queryable } from '@tributary/persistence';
import { SqlParameters } from '../../query/sql-parameters';
import { FeedAccess } from './feed-access';
import { FeedAccountRow, FeedTransactionRow, secondsOf } from './feed-answer';
import { FeedRequest } from './feed-request';

/** More than an app needs in one answer, and less than would block a gateway. */
export const TRANSACTIONS_MAX = 20_000;

/** The accounts of the feed, with their balances. One statement. */
export async function readFeedAccounts(
  database: Queryable,
  access: FeedAccess,
  { accountIds }: FeedRequest,
): Promise<FeedAccountRow[]> {
  const parameters = new SqlParameters();
  const chosen = [access.accountIds, accountIds]
    .flatMap((ids) => (ids === null ? [] : `and a.id = any(${parameters.ids(ids)})`))
    .join(' ');
  return database.query<FeedAccountRow>(
    `select a.id, a.document, b.cleared, b.available, b.snapshot_at as balance_at,
            i.id as institution_id, i.document->>'name' as institution, c.document->>'status' as connection_status
       from accounts a
       left join account_balances b on b.account_id = a.id
       left join connections c on c.id = a.connection_id and c.user_id = a.user_id and not c.deleted
       left join institutions i on i.id = (c.document->>'institution_id')::bigint
      where a.user_id = ${parameters.add(access.userId)}::bigint and not a.deleted ${chosen}
      order by a.id`,
    parameters.values,
  );
}

/**
 * The accounts' transactions of the window, newest first; `complete` is false if there were more than an answer holds.
 * Removed ones are left out, and split ones, whose parts are there. One statement.
 */
export async function readFeedTransactions(
  database: Queryable,
  access: FeedAccess,
  accountIds: readonly number[],
  request: FeedRequest,
): Promise<{ readonly rows: FeedTransactionRow[]; readonly complete: boolean }> {
  if (accountIds.length === 0 || request.balancesOnly) return { rows: [], complete: true };
  const parameters = new SqlParameters();
  const day = `coalesce(t.booking_date, t.value_date, (t.created_at at time zone 'UTC')::date)`;
  const rows = await database.query<FeedTransactionRow>(
    `select t.id, t.account_id, t.created_at,
            (select json_build_object('amount', d->'amount', 'booked', d->'booked', 'mapped_fields', json_build_object(
                      'payee', d->'mapped_fields'->'payee', 'description', d->'mapped_fields'->'description'))
               from (select coalesce(t.shaped, t.raw) as d) shown) as document,
            to_char(t.booking_date, 'YYYY-MM-DD') as booking_date, to_char(t.value_date, 'YYYY-MM-DD') as value_date
       from transactions t
      where t.user_id = ${parameters.add(access.userId)}::bigint and t.counts
        and t.account_id = any(${parameters.ids(accountIds)})
        and ${day} >= ${parameters.add(dayOf(request.from))}::date
        and ${day} <= ${parameters.add(request.until === null ? '9999-12-31' : dayOf(request.until))}::date
        ${request.pending ? '' : 'and t.booked'}
      order by ${day} desc, t.id desc
      limit ${TRANSACTIONS_MAX + 1}`,
    parameters.values,
  );
  const inWindow = rows.slice(0, TRANSACTIONS_MAX).filter((row) => {
    const seconds = secondsOf(row);
    return seconds >= request.from && (request.until === null || seconds < request.until);
  });
  return { rows: inWindow, complete: rows.length <= TRANSACTIONS_MAX };
}

/** The range of days that both Postgres and clients support. */
function dayOf(seconds: number): string {
  const ms = Math.min(Math.max(seconds * 1000, Date.UTC(1, 0)), Date.UTC(9999, 11, 31));
  return new Date(ms).toISOString().slice(0, 10);
}
