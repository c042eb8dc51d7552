import { DestinationConnectionDocument } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { madeThrough } from '@tributary/service';
import { ConnectionRow } from './connections.store';
import { readToken, tokenContext } from './credentials.store';
import { ResourceRow } from './resources/destination-rows';

export function openCredentials(box: SecretBox, connectionId: number, sealed: string): string {
  return box.open(sealed, tokenContext(connectionId));
}

/** The credentials of a connection, opened; null where it has none. */
export async function readCredentials(
  database: Queryable,
  box: SecretBox,
  connectionId: number,
): Promise<string | null> {
  const token = await readToken(database, connectionId);
  return token === null ? null : openCredentials(box, connectionId, token);
}

export function connectionResource(row: ConnectionRow): ResourceRow<DestinationConnectionDocument> {
  return {
    ...row,
    document: {
      name: row.name,
      enabled: row.enabled,
      sync_balances: row.sync_balances,
      budgeta_user_id: row.destination_type === 'BUDGETA' ? row.external_user_id : null,
      last_synced_at: row.last_synced_at?.toISOString() ?? null,
      health: row.health,
      // Only the caller who requested the link gets it.
      auth_url: null,
      authorized: row.external_user_id !== null,
      ...row.facts,
      ...madeThrough(row),
    },
  };
}
