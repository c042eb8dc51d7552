import { Caller, DestinationType, Problem } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { ConnectionRow, lockConnection } from '../connections';

/** The caller's connection of this type, locked. @throws Problem: one of somebody else looks like none */
export async function lockOwnConnection(
  tx: Tx,
  caller: Caller,
  { destinationType, connectionId }: { destinationType: DestinationType; connectionId: number },
): Promise<ConnectionRow> {
  const connection = await lockConnection(tx, connectionId);
  const isTheirs = connection?.user_id === caller.userId && connection.destination_type === destinationType;
  if (!connection || !isTheirs) throw Problem.notFound();
  return connection;
}
