import { msUntil, Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { accountsOfUser, joinAccounts, USERS_OF_CURRENCIES } from '../../accounts/accounts.store';

/** Requests a search of each month, due after a delay in seconds, for users with several accounts. */
export async function insertRequests(
  tx: Tx,
  wanted: readonly { readonly accountId: number; readonly month: string }[],
  inS: number,
): Promise<void> {
  await tx.execute(
    `insert into transfer_search_requests (user_id, month, due_at)
     select changed.user_id, changed.month, now() + make_interval(secs => $3)
       from (select distinct a.user_id, r.month
               from unnest($1::bigint[], $2::date[]) as r(account_id, month)
               ${joinAccounts('r')}) changed
      where exists (select from ${accountsOfUser('changed.user_id')} offset 1)`,
    [wanted.map(({ accountId }) => accountId), wanted.map(({ month }) => month), inS],
  );
}

/** Requests searches of the last months for users with accounts in several currencies. */
export async function requestSearchesOfCurrencies(tx: Tx, months: number): Promise<void> {
  await tx.execute(
    `insert into transfer_search_requests (user_id, month, due_at)
     select u.user_id, (date_trunc('month', now()) - make_interval(months => back))::date, now()
       from ${USERS_OF_CURRENCIES} cross join generate_series(0, $1::int - 1) as back`,
    [months],
  );
}

/**
 * A month whose requests keep coming is searched this long after the oldest was due. A first sync saves each month for as
 * long as it lasts; searched every five seconds, its months took a tenth of the processor time of the whole path.
 */
const CHANGING_MAX_S = 55;

const REQUESTED = `
  select user_id, month, least(max(due_at), min(due_at) + make_interval(secs => ${CHANGING_MAX_S})) as due_at
    from transfer_search_requests group by user_id, month`;

export interface DueSearch {
  readonly user_id: number;
  readonly month: string;
}

/** Returns the month whose search is due, and was due first. */
export async function dueSearch(database: Queryable): Promise<DueSearch | undefined> {
  const [due] = await database.query<DueSearch>(
    `select user_id, month from (${REQUESTED}) r where due_at <= now() order by due_at, user_id, month limit 1`,
  );
  return due;
}

export async function nextSearchInMs(database: Queryable): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(due_at)')} as in_ms from (${REQUESTED}) r`,
  );
  return next?.in_ms ?? null;
}

export async function postponeSearch(
  database: Queryable,
  { user_id: userId, month }: DueSearch,
  minutes: number,
): Promise<void> {
  await database.execute(
    'update transfer_search_requests set due_at = now() + make_interval(mins => $3) where user_id = $1 and month = $2',
    [userId, month, minutes],
  );
}

export async function deleteRequests(tx: Tx, userId: number, month: string): Promise<void> {
  await tx.execute('delete from transfer_search_requests where user_id = $1 and month = $2', [userId, month]);
}

/** Earlier releases write `transfer_searches`; a trigger turns its rows into requests. */
export const SEARCH_TABLES: readonly UserTable[] = [
  { table: 'transfer_searches', rowsOfUserSql: 't.user_id = $1' },
  { table: 'transfer_search_requests', rowsOfUserSql: 't.user_id = $1' },
];
