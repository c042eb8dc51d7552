import type { Queryable } from './queryable';

/** Rows of a table that are deleted some days after a moment of their own. */
export interface OldRows {
  readonly table: string;
  /** The column with that moment, which has an index. */
  readonly since: string;
  /** Days between that moment and the deletion. */
  readonly days: number;
  /** SQL: a further condition on the rows; absent: none. */
  readonly which?: string;
}

const DAY_S = 86_400;

/** Deletes old rows, at most `max`. @returns how many */
export function deleteOldRows(
  database: Queryable,
  { table, since, days, which = 'true' }: OldRows,
  max: number,
): Promise<number> {
  return database.execute(
    `delete from ${table} where ctid = any(array(
       select ctid from ${table} where ${since} < now() - make_interval(secs => $1) and (${which}) limit $2))`,
    [days * DAY_S, max],
  );
}
