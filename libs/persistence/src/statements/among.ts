/**
 * Returns the right side of a comparison of a column with ids, and the value of `$1`. With an array PostgreSQL would
 * plan a prepared statement at each use, which takes longer than running it. Usually there is one id, for which the
 * comparison has a separate form.
 */
export function among(ids: Iterable<number>): {
  readonly sql: string;
  readonly value: number | number[] | null;
} {
  const [id = null, ...others] = new Set(ids);
  if (id === null || others.length === 0) return { sql: '= $1::bigint', value: id };
  return { sql: '= any($1::bigint[])', value: [id, ...others] };
}
