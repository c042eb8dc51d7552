import { Tx } from '@tributary/persistence';
import { readConnectionIds } from './accounts.store';
import { AccountChoice } from './chosen-accounts';

/** The connections of accounts, for changes of accounts that affect them. `connections/` implements it. */
export abstract class ConnectionsOfAccounts {
  /** Returns the user's connections at an institution. */
  abstract atInstitution(tx: Tx, userId: number, institutionId: number): Promise<number[]>;

  /**
   * Changes accounts, and publishes the connections whose `sync_balances` changes with them. Connections are locked
   * before accounts, in all code that locks both.
   */
  abstract following<T>(tx: Tx, ids: readonly number[], change: () => Promise<T>): Promise<T>;
}

/** Returns the connections of accounts; manual accounts have none. */
export function connectionsOf(
  tx: Tx,
  { connectionId, financialAccountIds }: AccountChoice,
): Promise<number[]> {
  return readConnectionIds(tx, connectionId, financialAccountIds);
}
