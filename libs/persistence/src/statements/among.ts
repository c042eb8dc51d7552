/**
 * The right side of a comparison with `$1`, and its value: one of these ids. With an array PostgreSQL would plan a
 * prepared statement at each use, which takes longer than running it; nearly always there is one id, which has a form
 * of its own.
 */
export function among(ids: Iterable<number>): {
  readonly sql: string;
  readonly value: number | number[] | null;
} {
  const [id = null, ...others] = new Set(ids);
  if (id === null || others.length === 0) return { sql: '= $1::bigint', value: id };
  return { sql: '= any($1::bigint[])', value: [id, ...others] };
}
