import { Queryable } from '@tributary/persistence';

/** Those of the users that were erased: nothing of theirs is taken any more, however late it comes. */
export async function erasedAmong(tx: Queryable, userIds: Iterable<number>): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ user_id: number }>(
    'select user_id from erased_users where user_id = any($1::bigint[])',
    [[...new Set(userIds)]],
  );
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Events without those of erased users. */
export async function ofLivingUsers<E extends { readonly payload: { readonly userId: number } }>(
  tx: Queryable,
  events: readonly E[],
): Promise<readonly E[]> {
  const erased = await erasedAmong(
    tx,
    events.map(({ payload }) => payload.userId),
  );
  return erased.size === 0 ? events : events.filter(({ payload }) => !erased.has(payload.userId));
}
