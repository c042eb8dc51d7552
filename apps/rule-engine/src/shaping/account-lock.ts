import { Tx } from '@tributary/persistence';

/**
 * Serializes writers per account, to the end of the transaction. Everything that writes an account's shaped
 * transactions, or adds a link to it, takes this lock first, and reads only afterwards.
 *
 * Why: a new link and new transactions arrive on different topics, in any order and at once. Without the lock both
 * could be open at the same time, neither seeing the other: the transactions would be shaped without the link, and the
 * link's job would find no history. With it the later one sees what the earlier one committed: transactions that come
 * second are shaped with the link, a link that comes second finds the stored transactions and creates a job for them.
 *
 * Accounts are locked in rising order, so that two batches never wait for each other.
 */
export async function lockAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended(current_schema() || ':account:' || id, 0))
       from (select distinct unnest($1::bigint[]) as id order by 1) accounts`,
    [accountIds],
  );
}
