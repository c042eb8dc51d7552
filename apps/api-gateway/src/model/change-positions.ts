import { ModelTx } from './model-writes';

/** SQL: the end of the positions that `excluded.reserved` rows take after those of the clock `c`. */
const AFTER_THE_LAST = `greatest(clock_timestamp(), c.reserved_until) + excluded.reserved * interval '1 microsecond'`;

/**
 * SQL that reserves positions: `users` selects `user_id` and `reserved`, in the order of users. Each clock is locked until the
 * commit, so a position that can be read is later than all that were ever read before (decision 106).
 */
export function reservationSql(users: string): string {
  return `insert into change_clocks as c (user_id, reserved_until, reserved)
    select user_id, clock_timestamp() + reserved * interval '1 microsecond', reserved from (${users}) users order by user_id
    on conflict (user_id) do update set reserved_until = ${AFTER_THE_LAST}, reserved = excluded.reserved`;
}

const RESERVE = `${reservationSql('select * from unnest($1::bigint[], $2::bigint[]) as u(user_id, reserved)')}
  returning user_id, (extract(epoch from reserved_until) * 1000000)::bigint - reserved as before`;

/** The rows with their positions among the changes of their user, one after another. Called once in a transaction, before it writes them. */
export async function withChangePositions<Row extends { readonly user_id: number }>(
  tx: ModelTx,
  rows: readonly Row[],
): Promise<(Row & { readonly changed_at: string })[]> {
  const last = await reserve(tx, rows);
  return rows.map((row) => {
    const position = (last.get(row.user_id) ?? 0) + 1;
    last.set(row.user_id, position);
    return { ...row, changed_at: momentOf(position) };
  });
}

/** @returns the microsecond before the first position, by user */
async function reserve(
  tx: ModelTx,
  rows: readonly { readonly user_id: number }[],
): Promise<Map<number, number>> {
  const counts = new Map<number, number>();
  for (const { user_id: userId } of rows) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  if (counts.size === 0) return new Map();
  const reserved = await tx.queryPrepared<{ user_id: number; before: number }>(RESERVE, [
    [...counts.keys()],
    [...counts.values()],
  ]);
  return new Map(reserved.map(({ user_id, before }) => [user_id, before]));
}

/** ISO 8601 in UTC with microseconds, which a `Date` does not hold. */
function momentOf(microseconds: number): string {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = String(microseconds - milliseconds * 1000).padStart(3, '0');
  return new Date(milliseconds).toISOString().replace('Z', `${rest}Z`);
}
