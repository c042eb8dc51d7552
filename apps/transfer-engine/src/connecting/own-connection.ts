import { Author, Caller, DestinationType, Problem, requireCover, SyncMode } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { requireKept } from '@tributary/service';
import { Purpose } from '../transfer-links/find-link';
import { carriedBy } from '../transfer-links/link-checks';
import { ConnectionRow, lockConnection } from '../destinations/connections';

/**
 * The caller's connection of this type, locked.
 * @throws Problem: another user's looks like an unknown one; forbidden if the caller may not read what its links carry
 */
export async function lockOwnConnection(
  tx: Tx,
  caller: Caller,
  { destinationType, connectionId }: { destinationType: DestinationType; connectionId: number },
  purpose: Purpose,
): Promise<ConnectionRow> {
  const connection = await lockConnection(tx, connectionId);
  const isTheirs = connection?.user_id === caller.userId && connection.destination_type === destinationType;
  if (!connection || !isTheirs) throw Problem.notFound();
  if (purpose === 'drives') await requireLinksCovered(tx, caller, connectionId);
  return connection;
}

/**
 * Whether the caller may give the connection other credentials: a paused one resumes only for its owner. @throws
 * Problem
 */
export async function requireRenewable(tx: Tx, caller: Caller, connectionId: number): Promise<void> {
  const connection = await lockConnection(tx, connectionId);
  if (caller.grant) requireKept(connection?.paused ?? null);
  await requireLinksCovered(tx, caller, connectionId);
}

/** What goes through a connection is what its links carry. @throws Problem */
export async function requireLinksCovered(
  database: Queryable,
  caller: Caller,
  connectionId: number,
): Promise<void> {
  const links = await database.query<{
    author: Author;
    syncMode: SyncMode;
    financialAccountId: number;
  }>(
    `select l.author, l.sync_mode as "syncMode", l.financial_account_id as "financialAccountId"
       from transfer_links l
       join destination_targets t on t.id = l.destination_id
       join destination_units u on u.id = t.unit_id
      where u.connection_id = $1 and not l.deleted order by l.id`,
    [connectionId],
  );
  for (const link of links) requireCover(caller, carriedBy(link));
}
