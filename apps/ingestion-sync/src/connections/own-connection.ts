import { Caller, Problem, requireCover } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { accountIdsOf } from '../accounts/accounts.store';
import { Connection } from './connection.entity';
import { Connections } from './connections';

/** The scopes for creating or changing a connection: it brings data in, and carries none away. */
export const CONNECTING_SCOPES = ['financial-connections:write'] as const;

/**
 * A caller who was granted single accounts may act on a connection only with all of its accounts: what happens to
 * it happens to them. Otherwise it looks as if it did not exist, and so does one without any account yet. @throws Problem
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

/** The caller's connection, locked until the transaction ends. @throws Problem */
export async function lockOwn(
  tx: Tx,
  connections: Connections,
  caller: Caller,
  id: number,
): Promise<Connection> {
  return requireOwn(tx, caller, await connections.lock(tx, id));
}
