import {
  Author,
  DestinationConnectionDocument,
  DestinationType,
  FactsOf,
  Health,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { madeThrough, StoredPause } from '@tributary/service';
import { ResourceRow } from './destination-rows';

/** A row of `destination_connections`. */
export interface ConnectionRow {
  readonly id: number;
  readonly user_id: number;
  readonly destination_type: DestinationType;
  /** Null while the user has not granted access yet. */
  readonly external_user_id: string | null;
  readonly name: string;
  readonly enabled: boolean;
  readonly sync_balances: boolean;
  readonly facts: FactsOf<DestinationType>;
  readonly health: Health;
  /** What its maker was granted. */
  readonly author: Author;
  /** Set while its author's grant pauses it. */
  readonly paused: StoredPause | null;
  readonly last_synced_at: Date | null;
  readonly deleted: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

export const CONNECTION_COLUMNS = `id, user_id, destination_type, external_user_id, name, enabled, sync_balances,
  facts, health, author, paused, last_synced_at, deleted, version, created_at, updated_at`;

/** What credentials are sealed for: they open nowhere else. (The column is called `token`.) */
export function tokenContext(connectionId: number): string {
  return `destination_connections.token:${connectionId}`;
}

export function openCredentials(box: SecretBox, connectionId: number, sealed: string): string {
  return box.open(sealed, tokenContext(connectionId));
}

/** The credentials of a connection, opened; null where it has none. */
export async function readCredentials(
  database: Queryable,
  box: SecretBox,
  connectionId: number,
): Promise<string | null> {
  const [row] = await database.query<{ token: string | null }>(
    'select token from destination_connections where id = $1',
    [connectionId],
  );
  return row?.token == null ? null : openCredentials(box, connectionId, row.token);
}

export async function isHealthy(tx: Tx, connectionId: number): Promise<boolean> {
  const rows = await tx.queryPrepared(
    `select 1 from destination_connections where id = $1 and health ->> 'status' = 'HEALTHY'`,
    [connectionId],
  );
  return rows.length > 0;
}

/** The connection, locked against others who would change it; not one that was deleted. */
export async function lockConnection(tx: Tx, connectionId: number): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `select ${CONNECTION_COLUMNS} from destination_connections where id = $1 and not deleted for update`,
    [connectionId],
  );
  return row ?? null;
}

export async function saveHealth(
  tx: Tx,
  connectionId: number,
  health: Health,
): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections set health = $2, version = version + 1, updated_at = now()
      where id = $1 and not deleted returning ${CONNECTION_COLUMNS}`,
    [connectionId, JSON.stringify(health)],
  );
  return row ?? null;
}

/** What the owner set of the connection, which is locked. */
export async function saveSettings(
  tx: Tx,
  connectionId: number,
  set: Pick<ConnectionRow, 'name' | 'enabled' | 'sync_balances' | 'paused'>,
): Promise<ConnectionRow> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set name = $2, enabled = $3, sync_balances = $4, paused = $5, version = version + 1, updated_at = now()
      where id = $1 returning ${CONNECTION_COLUMNS}`,
    [connectionId, set.name, set.enabled, set.sync_balances, set.paused && JSON.stringify(set.paused)],
  );
  if (!row) throw new Error('the connection that was just locked is gone');
  return row;
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
