import { DestinationConnectionDocument, DestinationType, Health } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { ResourceRow } from './destination-rows';

/** A row of `destination_connections`. */
export interface ConnectionRow {
  readonly id: number;
  readonly user_id: number;
  readonly destination_type: DestinationType;
  readonly external_user_id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly sync_balances: boolean;
  readonly health: Health;
  readonly last_synced_at: Date | null;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = `id, user_id, destination_type, external_user_id, name, enabled, sync_balances, health,
  last_synced_at, version, created_at, updated_at`;

/** What credentials are sealed for: they open nowhere else. (The column is called `token`.) */
export function tokenContext(connectionId: number): string {
  return `destination_connections.token:${connectionId}`;
}

export function openCredentials(box: SecretBox, connectionId: number, sealed: string): string {
  return box.open(sealed, tokenContext(connectionId));
}

export interface NewConnection {
  readonly userId: number;
  readonly type: DestinationType;
  readonly externalUserId: string;
  readonly name: string;
  /** Opaque to all but the destination: a token, or JSON of its own making. */
  readonly credentials: string;
  readonly health: Health;
}

/** Makes the connection, or renews the one of the same user at the destination: name, credentials, health. */
export async function saveConnection(tx: Tx, box: SecretBox, made: NewConnection): Promise<ConnectionRow> {
  const identity = [made.userId, made.type, made.externalUserId];
  const [{ id } = { id: 0 }] = await tx.query<{ id: number }>(
    `insert into destination_connections (user_id, destination_type, external_user_id, name, token, health, version)
     values ($1, $2, $3, $4, '', '{}', 0)
     on conflict (user_id, destination_type, external_user_id) do update set name = excluded.name
     returning id`,
    [...identity, made.name],
  );
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set token = $2, credentials_version = credentials_version + 1, renewing_until = '-infinity',
            health = $3, version = version + 1, enabled = true, blocked_until = '-infinity',
            last_synced_at = now(), updated_at = now()
      where id = $1
     returning ${COLUMNS}`,
    [id, box.seal(made.credentials, tokenContext(id)), JSON.stringify(made.health)],
  );
  if (!row) throw new Error('the connection that was just written is gone');
  return row;
}

export async function isHealthy(tx: Tx, connectionId: number): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from destination_connections where id = $1 and health ->> 'status' = 'HEALTHY'`,
    [connectionId],
  );
  return rows.length > 0;
}

/** The connection, locked against others who would change it. */
export async function lockConnection(tx: Tx, connectionId: number): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `select ${COLUMNS} from destination_connections where id = $1 for update`,
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
      where id = $1 returning ${COLUMNS}`,
    [connectionId, JSON.stringify(health)],
  );
  return row ?? null;
}

export function connectionResource(row: ConnectionRow): ResourceRow<DestinationConnectionDocument> {
  return {
    ...row,
    deleted: false,
    document: {
      name: row.name,
      enabled: row.enabled,
      sync_balances: row.sync_balances,
      budgeta_user_id: row.external_user_id,
      last_synced_at: row.last_synced_at?.toISOString() ?? null,
      health: row.health,
      auth_url: null,
    },
  };
}
