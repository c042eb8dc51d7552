import { ModelTx } from './model-writes';
import { sortedIds } from './sorted-ids';

/**
 * Writers of data of accounts or endpoints share this lock of the users; a deletion locks it exclusively. So no topic
 * can write data of an account during its deletion.
 */
export async function shareUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  const unshared = userIds.filter((id) => !tx.sharedUsers.has(id));
  await lockUsers(tx, unshared, 'pg_advisory_xact_lock_shared');
}

/** Locks the users for a deletion: no other transaction writes their data until the commit. */
export async function holdUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  await lockUsers(tx, userIds, 'pg_advisory_xact_lock');
}

async function lockUsers(
  tx: ModelTx,
  userIds: readonly number[],
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.queryPrepared(`select ${lock}(user_lock(id)) from unnest($1::bigint[]) as id`, [
    sortedIds(userIds),
  ]);
}
