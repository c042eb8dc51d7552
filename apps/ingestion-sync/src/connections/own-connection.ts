import { Caller, Problem, requireCover } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { accountIdsOf } from '../accounts/accounts.store';
import { Connection } from './connection.entity';
import { Connections } from './connections';

/** The scopes for creating or changing a connection: it imports data and exports none. */
export const CONNECTING_SCOPES = ['financial-connections:write'] as const;

/**
 * Checks that the caller may act on the connection. A caller who was granted single accounts must have all of its
 * accounts, because the action affects all of them. Otherwise the connection is reported as not found, and so is one
 * without accounts.
 * @throws Problem
 */
export async function requireOwn(
  database: Queryable,
  caller: Caller,
  connection: Connection | null,
): Promise<Connection> {
  if (connection?.userId !== caller.userId) throw Problem.notFound();
  const ids = await accountIdsOf(database, connection.id);
  const accountIds = ids.length === 0 ? null : ids;
  requireCover(caller, { scopes: CONNECTING_SCOPES, accountIds });
  return connection;
}

/**
 * Locks and returns the caller's connection.
 * @throws Problem
 */
export async function lockOwn(
  tx: Tx,
  connections: Connections,
  caller: Caller,
  id: number,
): Promise<Connection> {
  return requireOwn(tx, caller, await connections.lock(tx, id));
}
