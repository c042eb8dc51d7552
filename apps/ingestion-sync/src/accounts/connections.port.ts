import { Tx } from '@tributary/persistence';
import { AccountChoice } from './chosen-accounts';

/** The connections of accounts, as far as a change of accounts concerns them. `connections/` implements it. */
export abstract class ConnectionsOfAccounts {
  /**
   * Changes accounts, and publishes the connections whose `sync_balances` changes by it. Connections are locked before
   * accounts, as everywhere.
   */
  abstract following<T>(tx: Tx, ids: readonly number[], change: () => Promise<T>): Promise<T>;
}

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
