import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { dayOf } from '../../providers/mapping/mapped-fields';

/** A transaction that was written. */
interface Changed {
  readonly accountId: number;
  readonly document: TransactionDocument;
}

/** A sync saves a month in many pieces: they are searched together, once none has come for this long. */
const GATHERED_S = 5;

/**
 * Leaves a search for each month in which transactions changed, where the user has other accounts to pair them with.
 * Each writer leaves its own: it waits for no other one and for no search, and no search misses rows that are committed
 * after it began.
 */
export async function requestSearches(tx: Tx, changed: readonly Changed[]): Promise<void> {
  const months = new Map(
    changed.flatMap(({ accountId, document }) => {
      const day = document.booked ? dayOf(document) : null;
      const month = day === null ? null : `${day.slice(0, 7)}-01`;
      return month === null ? [] : [[`${accountId} ${month}`, { accountId, month }] as const];
    }),
  );
  if (months.size === 0) return;
  const wanted = [...months.values()];
  await tx.execute(
    `insert into transfer_search_requests (user_id, month, due_at)
     select changed.user_id, changed.month, now() + make_interval(secs => $3)
       from (select distinct a.user_id, r.month
               from unnest($1::bigint[], $2::date[]) as r(account_id, month)
               join financial_accounts a on a.id = r.account_id) changed
      where exists (select from financial_accounts a where a.user_id = changed.user_id offset 1)`,
    [wanted.map(({ accountId }) => accountId), wanted.map(({ month }) => month), GATHERED_S],
  );
}
