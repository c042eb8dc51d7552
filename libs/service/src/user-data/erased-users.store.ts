import { among, Database, Queryable, Tx } from '@tributary/persistence';
import type { UserTable } from './user-data';

/** SQL: the ids of all users who are erased, or are being erased. */
export const ERASED_USER_IDS = 'select user_id from erased_users';

/** SQL: whether a user is erased, or is being erased. @param userId SQL */
export const isErasedUser = (userId: string): string =>
  `exists (select 1 from erased_users e where e.user_id = ${userId})`;

/** The users who are erased, or are being erased, among the given ones. */
export async function erasedAmong(tx: Queryable, userIds: Iterable<number>): Promise<ReadonlySet<number>> {
  const { sql, value } = among(userIds);
  const rows = await tx.queryPrepared<{ user_id: number }>(
    `select user_id from erased_users where user_id ${sql}`,
    [value],
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/**
 * Marks a user as erased. From the commit on, the service refuses data of the user.
 * @returns false if the user was marked before
 */
export async function insertErasedUser(tx: Tx, userId: number): Promise<boolean> {
  const inserted = await tx.execute('insert into erased_users (user_id) values ($1) on conflict do nothing', [
    userId,
  ]);
  return inserted > 0;
}

/** Number of the users who are erased, and of the erased rows of all of them. */
export async function readErasedUsers(
  database: Database,
  userIds: readonly number[],
): Promise<{ readonly erased: number; readonly rows: number }> {
  const [row] = await database.query<{ erased: number; rows: number }>(
    `select count(erased_at) as erased, coalesce(sum(rows_erased), 0)::bigint as rows
       from erased_users where user_id = any($1::bigint[])`,
    [userIds],
  );
  return row ?? { erased: 0, rows: 0 };
}

/** Counts a user's rows in a table. */
export async function countRowsOf(
  database: Database,
  { table, rowsOfUserSql }: UserTable,
  userId: number,
): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from ${table} t where ${rowsOfUserSql}`,
    [userId],
  );
  return row?.count ?? 0;
}

export async function addRowsErased(tx: Tx, userId: number, rows: number): Promise<void> {
  await tx.execute(`update erased_users set rows_erased = rows_erased + ${rows} where user_id = $1`, [
    userId,
  ]);
}

export async function markErased(tx: Tx, userId: number): Promise<void> {
  await tx.execute('update erased_users set erased_at = clock_timestamp() where user_id = $1', [userId]);
}
