import { ModelTx } from './model-writes';

/**
 * Writers of data of accounts or endpoints share this lock of the users; a deletion holds it exclusively. So no data of
 * an account can be written during its deletion, by any topic.
 */
export async function shareUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  await lockUsers(tx, userIds, 'pg_advisory_xact_lock_shared');
}

/** For a deletion: no other transaction writes of these users until the commit. */
export async function holdUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  await lockUsers(tx, userIds, 'pg_advisory_xact_lock');
}

async function lockUsers(
  tx: ModelTx,
  userIds: readonly number[],
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
): Promise<void> {
  const sorted = [...new Set(userIds)].sort((a, b) => a - b);
  if (sorted.length === 0) return;
  await tx.query(
    `select ${lock}(hashtextextended(current_schema() || ':user:' || id, 0)) from unnest($1::bigint[]) as id`,
    [sorted],
  );
}
