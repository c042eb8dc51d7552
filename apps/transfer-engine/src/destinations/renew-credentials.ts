import { systemClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { openCredentials, tokenContext } from './connections';
import { Destination, DestinationFailure } from './destination.port';

/** Credentials as they are stored; the version rises with each change. */
export interface VersionedCredentials {
  readonly credentials: string;
  readonly version: number;
}

/** Longer than a request for new credentials may last. */
const RENEWAL_S_MAX = 60;
const LOOK_AGAIN_MS = 200;
const LOOKS_MAX = 300;

/**
 * New credentials in place of those of this version, which were refused. Of several that ask for one connection, in
 * whatever process, one renews and the others take what came of it: a second use of one refresh token would revoke
 * them all.
 * @throws DestinationFailure
 */
export async function renewCredentials(
  database: Database,
  box: SecretBox,
  destination: Destination,
  connectionId: number,
  refusedVersion: number,
): Promise<VersionedCredentials> {
  const renew = destination.renew?.bind(destination);
  for (let look = 0; renew && look < LOOKS_MAX; look += 1) {
    const turn = await takeTurn(database, connectionId, refusedVersion);
    if (turn === null) break;
    const stored = { version: turn.version, credentials: openCredentials(box, connectionId, turn.token) };
    if (turn.version > refusedVersion) return stored;
    if (turn.mine) {
      return save(
        database,
        box,
        connectionId,
        stored,
        await renewed(database, connectionId, () => renew(stored.credentials)),
      );
    }
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
  throw new DestinationFailure({ kind: 'unauthorized', reason: 'The access to the destination has ended.' });
}

interface Turn {
  readonly token: string;
  readonly version: number;
  /** Nobody else renews: it is ours to do. */
  readonly mine: boolean;
}

/** Null where the connection is gone. */
async function takeTurn(
  database: Database,
  connectionId: number,
  refusedVersion: number,
): Promise<Turn | null> {
  return database.transaction(async (tx) => {
    const [row] = await tx.query<Turn>(
      `select token, credentials_version as version,
              credentials_version = $2 and renewing_until < clock_timestamp() as mine
         from destination_connections where id = $1 and token is not null for update`,
      [connectionId, refusedVersion],
    );
    if (row?.mine) {
      await tx.execute(
        `update destination_connections set renewing_until = clock_timestamp() + make_interval(secs => $2)
          where id = $1`,
        [connectionId, RENEWAL_S_MAX],
      );
    }
    return row ?? null;
  });
}

/** Where renewing fails, the next one may try at once. */
async function renewed(
  database: Database,
  connectionId: number,
  renew: () => Promise<string>,
): Promise<string> {
  try {
    return await renew();
  } catch (error) {
    await database.execute(`update destination_connections set renewing_until = '-infinity' where id = $1`, [
      connectionId,
    ]);
    throw error;
  }
}

/** Where the user has connected anew in the meantime, those credentials are the ones. */
async function save(
  database: Database,
  box: SecretBox,
  connectionId: number,
  before: VersionedCredentials,
  credentials: string,
): Promise<VersionedCredentials> {
  const version = before.version + 1;
  const saved = await database.execute(
    `update destination_connections
        set token = $2, credentials_version = $3, renewing_until = '-infinity'
      where id = $1 and credentials_version = $3 - 1`,
    [connectionId, box.seal(credentials, tokenContext(connectionId)), version],
  );
  if (saved > 0) return { credentials, version };
  const [row] = await database.query<{ token: string; version: number }>(
    `select token, credentials_version as version from destination_connections
      where id = $1 and token is not null`,
    [connectionId],
  );
  if (!row) throw new DestinationFailure({ kind: 'unauthorized', reason: 'The connection was deleted.' });
  return { version: row.version, credentials: openCredentials(box, connectionId, row.token) };
}
