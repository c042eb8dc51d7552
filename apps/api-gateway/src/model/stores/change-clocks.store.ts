import { Tx } from '@tributary/persistence';

/** SQL: the last position that `excluded.reserved` rows get after the positions of the clock `c`. */
const AFTER_THE_LAST = `greatest(clock_timestamp(), c.reserved_until) + excluded.reserved * interval '1 microsecond'`;

/**
 * SQL that reserves positions: `users` selects `user_id` and `reserved`, in the order of users. Each clock is locked until the
 * commit, so a position that can be read is later than all that were ever read before.
 * See docs/decisions/changes-and-stream.md#positions-of-transactions.
 */
export function reservationSql(users: string): string {
  return `insert into change_clocks as c (user_id, reserved_until, reserved)
    select user_id, clock_timestamp() + reserved * interval '1 microsecond', reserved from (${users}) users order by user_id
    on conflict (user_id) do update set reserved_until = ${AFTER_THE_LAST}, reserved = excluded.reserved`;
}

const RESERVE = `${reservationSql('select * from unnest($1::bigint[], $2::bigint[]) as u(user_id, reserved)')}
  returning user_id, (extract(epoch from reserved_until) * 1000000)::bigint - reserved as before`;

/** Reserves this many positions for each user. @returns the microsecond before the first position, by user */
export async function reservePositions(
  tx: Tx,
  counts: ReadonlyMap<number, number>,
): Promise<Map<number, number>> {
  const reserved = await tx.queryPrepared<{ user_id: number; before: number }>(RESERVE, [
    [...counts.keys()],
    [...counts.values()],
  ]);
  return new Map(reserved.map(({ user_id, before }) => [user_id, before]));
}
