import { Tx } from '@tributary/persistence';
import { AccountChoice } from '../accounts/chosen-accounts';
import { Connections } from './connections';

/** The connections of accounts; those that are kept by hand have none. */
export async function connectionsOf(
  tx: Tx,
  { connectionId, financialAccountIds }: AccountChoice,
): Promise<number[]> {
  const rows = await tx.query<{ connection_id: number }>(
    `select distinct connection_id from financial_accounts
      where connection_id is not null and (connection_id = $1 or id = any($2::bigint[]))`,
    [connectionId, financialAccountIds],
  );
  return rows.map(({ connection_id: id }) => id);
}

/**
 * Changes accounts, and publishes the connections whose `sync_balances` changes by it. Connections are locked before
 * accounts, as everywhere.
 */
export async function withConnections<T>(
  tx: Tx,
  connections: Connections,
  ids: readonly number[],
  change: () => Promise<T>,
): Promise<T> {
  const locked = await connections.lockAll(tx, ids);
  const changed = await change();
  for (const connection of locked) await connections.followAccounts(tx, connection);
  return changed;
}
