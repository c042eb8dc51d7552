import { Caller, Problem } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { Connection } from './connection.entity';
import { Connections } from './connections';

/**
 * A caller who was granted single accounts may act on a connection only with all of its accounts: what happens to
 * it happens to them. Otherwise it looks as if it did not exist. @throws Problem
 */
export async function requireOwn(
  database: Queryable,
  caller: Caller,
  connection: Connection | null,
): Promise<Connection> {
  if (connection?.userId !== caller.userId) throw Problem.notFound();
  if (caller.accountIds === null) return connection;
  const [accounts] = await database.query<{ all_granted: boolean | null }>(
    'select bool_and(id = any($2::bigint[])) as all_granted from financial_accounts where connection_id = $1',
    [connection.id, caller.accountIds],
  );
  if (accounts?.all_granted !== true) throw Problem.notFound();
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
