import { Tx } from '@tributary/persistence';
import { readConnectionIds } from './accounts.store';
import { AccountChoice } from './chosen-accounts';

/** The connections of accounts, as far as a change of accounts concerns them. `connections/` implements it. */
export abstract class ConnectionsOfAccounts {
  /** The user's connections at an institution. */
  abstract atInstitution(tx: Tx, userId: number, institutionId: number): Promise<number[]>;

  /**
   * Changes accounts, and publishes the connections whose `sync_balances` changes by it. Connections are locked before
   * accounts, as everywhere.
   */
  abstract following<T>(tx: Tx, ids: readonly number[], change: () => Promise<T>): Promise<T>;
}

/** The connections of accounts; those that are kept by hand have none. */
export function connectionsOf(
  tx: Tx,
  { connectionId, financialAccountIds }: AccountChoice,
): Promise<number[]> {
  return readConnectionIds(tx, connectionId, financialAccountIds);
}
