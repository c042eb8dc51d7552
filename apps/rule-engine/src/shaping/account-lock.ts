import { Tx } from '@tributary/persistence';

/**
 * Locks accounts until the end of the transaction. All code that writes an account's shaped transactions, or adds a
 * link to it, takes this lock first and reads only afterwards.
 *
 * Why: a new link and new transactions arrive on different topics, in any order and at the same time. Without the lock
 * two open transactions would not see each other: the transactions would be shaped without the link, and the link's job
 * would find no stored transactions. With the lock the later one sees what the earlier one committed: later
 * transactions are shaped with the link, and a later link finds the stored transactions and creates a job for them.
 *
 * Accounts are locked in ascending order, so that two batches cannot deadlock.
 */
export async function lockAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':account:' || id, 0))
       from (select distinct unnest($1::bigint[]) as id order by 1) accounts`,
    [accountIds],
  );
}
