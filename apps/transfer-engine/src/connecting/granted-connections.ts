import { Author, DestinationType, Health } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { CONNECTION_COLUMNS, ConnectionRow, tokenContext } from '../destinations/connections';
import { Admission } from '../destinations/destination-directory.port';

export interface NewConnection {
  readonly userId: number;
  readonly author: Author;
  readonly type: DestinationType;
  /** Undefined: as it was, or the kind's own name. */
  readonly name: string | undefined;
  readonly admission: Admission;
}

/** Makes the connection, or renews the one of the same user at the destination: name, credentials, health. */
export async function saveConnection(tx: Tx, box: SecretBox, made: NewConnection): Promise<ConnectionRow> {
  const identity = [made.userId, made.type, made.admission.externalUserId];
  const [{ id } = { id: 0 }] = await tx.query<{ id: number }>(
    `insert into destination_connections (user_id, destination_type, external_user_id, name, health, version, author)
     values ($1, $2, $3, $4, '{}', 0, $6)
     on conflict (user_id, destination_type, external_user_id)
        do update set name = coalesce($5, destination_connections.name), author = excluded.author, paused = null,
                      enabled = coalesce((destination_connections.paused ->> 'wasOn')::boolean,
                                         destination_connections.enabled)
     returning id`,
    [...identity, made.name ?? made.type, made.name ?? null, JSON.stringify(made.author)],
  );
  return grant(tx, box, id, made.admission);
}

/** The connection of this user at the destination that is there already, if there is one; locked. */
export async function findConnectionOf(
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

/** A connection that waits for its user to grant access. */
export async function beginConnection(
  tx: Tx,
  userId: number,
  type: DestinationType,
  name: string | undefined,
  author: Author,
): Promise<ConnectionRow> {
  const [row] = await tx.query<ConnectionRow>(
    `insert into destination_connections (user_id, destination_type, name, health, author)
     values ($1, $2, $3, $4, $5) returning ${CONNECTION_COLUMNS}`,
    [userId, type, name ?? type, JSON.stringify(UNKNOWN_HEALTH), JSON.stringify(author)],
  );
  if (!row) throw new Error('the connection that was just written is missing');
  return row;
}

/** The destination lets us in: what waits for the connection is tried again at once. */
export async function grant(
  tx: Tx,
  box: SecretBox,
  connectionId: number,
  admission: Admission,
): Promise<ConnectionRow> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set external_user_id = $2, token = $3, credentials_version = credentials_version + 1, facts = $4, health = $5, version = version + 1,
            blocked_until = '-infinity', lease_until = null, last_synced_at = now(), updated_at = now()
      where id = $1
     returning ${CONNECTION_COLUMNS}`,
    [
      connectionId,
      admission.externalUserId,
      box.seal(admission.credentials, tokenContext(connectionId)),
      JSON.stringify(admission.facts),
      JSON.stringify(healthyNow()),
    ],
  );
  if (!row) throw new Error('the connection that was just written is missing');
  return row;
}

/** The connection's resources were read again. */
export async function markRead(tx: Tx, connectionId: number): Promise<ConnectionRow | null> {
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set last_synced_at = now(), health = $2, version = version + 1, updated_at = now(), blocked_until = '-infinity'
      where id = $1 and not deleted returning ${CONNECTION_COLUMNS}`,
    [connectionId, JSON.stringify(healthyNow())],
  );
  return row ?? null;
}

/** Forgets the credentials; the row stays as a tombstone. The same user may connect again. */
export async function forgetConnection(tx: Tx, connectionId: number): Promise<ConnectionRow> {
  await tx.execute('delete from destination_authorizations where connection_id = $1', [connectionId]);
  const [row] = await tx.query<ConnectionRow>(
    `update destination_connections
        set deleted = true, token = null, external_user_id = null, enabled = false, version = version + 1,
            updated_at = now()
      where id = $1 returning ${CONNECTION_COLUMNS}`,
    [connectionId],
  );
  if (!row) throw new Error('the connection that was just locked is missing');
  return row;
}

const UNKNOWN_HEALTH: Health = {
  status: 'UNKNOWN',
  integrator_message: null,
  failure_count: 0,
  transient_message: null,
  transient_failure_count: 0,
  last_attempt_at: null,
};

function healthyNow(): Health {
  return { ...UNKNOWN_HEALTH, status: 'HEALTHY', last_attempt_at: new Date().toISOString() };
}
