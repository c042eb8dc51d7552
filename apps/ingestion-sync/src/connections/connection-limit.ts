import { CONNECTIONS_PER_USER_MAX, Problem } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';

/**
 * Refuses one more connection than a user may have: each is read again and again for as long as it is there, at servers
 * that the user may name. @throws Problem (conflict)
 */
export async function checkConnectionLimit(database: Queryable, userId: number): Promise<void> {
  const [row] = await database.query<{ count: number }>(
    'select count(*)::int as count from connections where user_id = $1',
    [userId],
  );
  if ((row?.count ?? 0) < CONNECTIONS_PER_USER_MAX) return;
  throw Problem.conflict(
    `You have ${CONNECTIONS_PER_USER_MAX} connections, the most that one user may have. Delete those that you do not ` +
      'need, and try again.',
  );
}

/** The same, with the user's other new connections waiting: to be used in the transaction that stores it. */
export async function lockConnectionLimit(tx: Tx, userId: number): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':connections', $1::bigint))`,
    [userId],
  );
  await checkConnectionLimit(tx, userId);
}
