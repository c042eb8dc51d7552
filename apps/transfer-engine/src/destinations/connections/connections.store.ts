import { Author, DestinationType, FactsOf, Health } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { StoredPause, UserTable } from '@tributary/service';

/** A row of `destination_connections`, without its credentials. */
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
  /** The access of the caller who made it. */
  readonly author: Author;
  /** Set while its author's grant pauses the connection. */
  readonly paused: StoredPause | null;
  readonly last_synced_at: Date | null;
  readonly deleted: boolean;
  readonly version: number;
  readonly created_at: Date;
  readonly updated_at: Date;
}

const COLUMNS = `id, user_id, destination_type, external_user_id, name, enabled, sync_balances,
  facts, health, author, paused, last_synced_at, deleted, version, created_at, updated_at`;

/** @throws Error: the row, which the transaction has written or locked, is missing */
function theRow([row]: readonly ConnectionRow[]): ConnectionRow {
  if (!row) throw new Error('the connection that was just written or locked is missing');
  return row;
}

export async function isHealthy(tx: Tx, connectionId: number): Promise<boolean> {
  const rows = await tx.queryPrepared(
    `select 1 from destination_connections where id = $1 and health ->> 'status' = 'HEALTHY'`,
    [connectionId],
  );
  return rows.length > 0;
}

/** The connection, locked until the end of the transaction; null if it is unknown or deleted. */
export async function lockConnection(tx: Tx, connectionId: number): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `select ${COLUMNS} from destination_connections where id = $1 and not deleted for update`,
    [connectionId],
  );
  return row ?? null;
}

/** The user's connection to this user of the destination, locked until the end of the transaction; null if there is none. */
export async function lockConnectionOf(
  tx: Tx,
  userId: number,
  type: DestinationType,
  externalUserId: string,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    `select id from destination_connections
      where user_id = $1 and destination_type = $2 and external_user_id = $3 for update`,
    [userId, type, externalUserId],
  );
  return row?.id ?? null;
}

/** Returns the grant's connections that are not paused, locked in the order of their ids. */
export function lockConnectionsOfGrant(tx: Tx, grantId: string): Promise<ConnectionRow[]> {
  return tx.query<ConnectionRow>(
    `select ${COLUMNS} from destination_connections
      where author ->> 'grantId' = $1 and paused is null and not deleted order by id for update`,
    [grantId],
  );
}

/** Inserts a connection whose user has not granted access yet. */
export async function insertConnection(
  tx: Tx,
  made: Pick<ConnectionRow, 'user_id' | 'destination_type' | 'name' | 'health' | 'author'>,
): Promise<ConnectionRow> {
  return theRow(
    await tx.query<ConnectionRow>(
      `insert into destination_connections (user_id, destination_type, name, health, author)
       values ($1, $2, $3, $4, $5) returning ${COLUMNS}`,
      [
        made.user_id,
        made.destination_type,
        made.name,
        JSON.stringify(made.health),
        JSON.stringify(made.author),
      ],
    ),
  );
}

/**
 * Inserts a connection, or gives the user's existing one for the same destination user its new author. A paused
 * connection is enabled again if it was enabled before.
 * @param name undefined: a new connection is named by its type, an existing one keeps its name
 * @returns its id
 */
export async function upsertConnection(
  tx: Tx,
  identity: Pick<ConnectionRow, 'user_id' | 'destination_type' | 'external_user_id'>,
  name: string | undefined,
  author: Author,
): Promise<number> {
  const { user_id: userId, destination_type: type, external_user_id: externalUserId } = identity;
  const [{ id } = { id: 0 }] = await tx.query<{ id: number }>(
    `insert into destination_connections (user_id, destination_type, external_user_id, name, health, version, author)
     values ($1, $2, $3, $4, '{}', 0, $6)
     on conflict (user_id, destination_type, external_user_id)
        do update set name = coalesce($5, destination_connections.name), author = excluded.author, paused = null,
                      enabled = coalesce((destination_connections.paused ->> 'wasOn')::boolean,
                                         destination_connections.enabled)
     returning id`,
    [userId, type, externalUserId, name ?? type, name ?? null, JSON.stringify(author)],
  );
  return id;
}

/** Stores the destination's user and credentials after an admission, and ends blocks and renewals. */
export async function saveAdmission(
  tx: Tx,
  connectionId: number,
  admitted: Pick<ConnectionRow, 'external_user_id' | 'facts' | 'health'> & {
    readonly sealedCredentials: string;
  },
): Promise<ConnectionRow> {
  return theRow(
    await tx.query<ConnectionRow>(
      `update destination_connections
          set external_user_id = $2, token = $3, credentials_version = credentials_version + 1, facts = $4, health = $5, version = version + 1,
              blocked_until = '-infinity', lease_until = null, last_synced_at = now(), updated_at = now()
        where id = $1
       returning ${COLUMNS}`,
      [
        connectionId,
        admitted.external_user_id,
        admitted.sealedCredentials,
        JSON.stringify(admitted.facts),
        JSON.stringify(admitted.health),
      ],
    ),
  );
}

/** Stores that the connection's resources were read again, which ends a block; null if the connection was deleted. */
export async function saveReading(
  tx: Tx,
  connectionId: number,
  health: Health,
): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set last_synced_at = now(), health = $2, version = version + 1, updated_at = now(), blocked_until = '-infinity'
      where id = $1 and not deleted returning ${COLUMNS}`,
    [connectionId, JSON.stringify(health)],
  );
  return row ?? null;
}

/** Null if the connection was deleted. */
export async function saveHealth(
  tx: Tx,
  connectionId: number,
  health: Health,
): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections set health = $2, version = version + 1, updated_at = now()
      where id = $1 and not deleted returning ${COLUMNS}`,
    [connectionId, JSON.stringify(health)],
  );
  return row ?? null;
}

/** Saves the owner's settings of the connection, which must be locked. */
export async function saveSettings(
  tx: Tx,
  connectionId: number,
  set: Pick<ConnectionRow, 'name' | 'enabled' | 'sync_balances' | 'paused'>,
): Promise<ConnectionRow> {
  return theRow(
    await tx.query<ConnectionRow>(
      `update destination_connections
          set name = $2, enabled = $3, sync_balances = $4, paused = $5, version = version + 1, updated_at = now()
        where id = $1 returning ${COLUMNS}`,
      [connectionId, set.name, set.enabled, set.sync_balances, set.paused && JSON.stringify(set.paused)],
    ),
  );
}

/** Pauses or resumes the connection, which must be locked. */
export async function savePause(
  tx: Tx,
  connectionId: number,
  { enabled, paused, author }: Pick<ConnectionRow, 'enabled' | 'paused' | 'author'>,
): Promise<ConnectionRow> {
  return theRow(
    await tx.query<ConnectionRow>(
      `update destination_connections
          set enabled = $2, paused = $3, author = $4, version = version + 1, updated_at = now()
        where id = $1 returning ${COLUMNS}`,
      [connectionId, enabled, paused && JSON.stringify(paused), JSON.stringify(author)],
    ),
  );
}

/**
 * Blocks requests for `ms` milliseconds. If null, until the oldest request of the last hour is an hour old; for a
 * minute if there was none.
 */
export async function blockConnection(tx: Tx, connectionId: number, ms: number | null): Promise<void> {
  await tx.execute(
    `update destination_connections
        set blocked_until = coalesce(
              clock_timestamp() + make_interval(secs => $2::float8 / 1000),
              (select min(requested_at) + interval '1 hour' from destination_requests
                where connection_id = $1 and requested_at > clock_timestamp() - interval '1 hour'),
              clock_timestamp() + interval '1 minute')
      where id = $1`,
    [connectionId, ms],
  );
}

/** Turns the connection into a tombstone without credentials. Its user may connect again. */
export async function endConnection(tx: Tx, connectionId: number): Promise<ConnectionRow> {
  return theRow(
    await tx.query<ConnectionRow>(
      `update destination_connections
          set deleted = true, token = null, external_user_id = null, enabled = false, version = version + 1,
              updated_at = now()
        where id = $1 returning ${COLUMNS}`,
      [connectionId],
    ),
  );
}

/** First step of a user's erasure: removes the credentials and stops all sending. */
export async function endConnectionsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.execute(
    'update destination_connections set token = null, enabled = false, deleted = true where user_id = $1',
    [userId],
  );
}

/** SQL that joins `c`, the connection of this id. */
export const joinConnections = (id: string): string => `join destination_connections c on c.id = ${id}`;

/** SQL that locks the connection of this id and reads whether it is `enabled`. */
export const lockEnabled = (id: string): string =>
  `select enabled from destination_connections where id = ${id} for update`;

/** SQL: the ids of the user `$1`'s connections. */
export const CONNECTIONS_OF_USER = 'select id from destination_connections where user_id = $1';

/** Queries for a replay of all connections: their number, and the rows above an id. */
export const ALL_CONNECTIONS = {
  totalSql: 'select count(*) as count from destination_connections',
  nextRowsQuery: `select ${COLUMNS} from destination_connections where id > $1 order by id limit $2`,
} as const;

export const CONNECTIONS_TABLE: UserTable = {
  table: 'destination_connections',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'destination_connections', omittedColumns: ['token', 'fence', 'lease_until'] },
};
