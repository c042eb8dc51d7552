import { Database, isFree, isHeld, leaseEnd } from '@tributary/persistence';
import { systemClock } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { openCredentials, tokenContext } from './connections';
import { Destination, DestinationFailure } from './destination.port';

/** Credentials as they are stored; the version rises with each change. */
export interface VersionedCredentials {
  readonly credentials: string;
  readonly version: number;
}

/** Longer than a request for new credentials may last. */
const RENEWAL_MS_MAX = 60_000;
const LOOK_AGAIN_MS = 200;
const LOOKS_MAX = 300;

/**
 * New credentials that replace refused ones of this version. If several processes request it for one connection, one
 * renews and the others use its result: a second use of one refresh token would revoke them all.
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
    const stored = await read(database, box, connectionId);
    if (stored === null) break;
    if (stored.version > refusedVersion) return stored;
    const fence = await claim(database, connectionId, refusedVersion);
    if (fence !== null) {
      const renewed = await unlessFailed(database, connectionId, fence, () => renew(stored.credentials));
      return save(database, box, connectionId, stored, renewed);
    }
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
  throw new DestinationFailure({ kind: 'unauthorized', reason: 'The access to the destination has ended.' });
}

/** Null if the connection was deleted. */
async function read(
  database: Database,
  box: SecretBox,
  connectionId: number,
): Promise<VersionedCredentials | null> {
  const [row] = await database.query<{ token: string; version: number }>(
    `select token, credentials_version as version from destination_connections
      where id = $1 and token is not null`,
    [connectionId],
  );
  return row ? { version: row.version, credentials: openCredentials(box, connectionId, row.token) } : null;
}

/** @returns the claim's fence; null where another renews, or has renewed */
async function claim(database: Database, connectionId: number, version: number): Promise<number | null> {
  const [claimed] = await database.query<{ fence: number }>(
    `update destination_connections set fence = fence + 1, lease_until = ${leaseEnd('$3')}
      where id = $1 and token is not null and credentials_version = $2 and ${isFree('lease_until')}
     returning fence`,
    [connectionId, version, RENEWAL_MS_MAX],
  );
  return claimed?.fence ?? null;
}

/** Where renewing fails, the next one may try at once. */
async function unlessFailed(
  database: Database,
  connectionId: number,
  fence: number,
  renew: () => Promise<string>,
): Promise<string> {
  try {
    return await renew();
  } catch (error) {
    await database.execute(
      `update destination_connections set lease_until = null
        where id = $1 and ${isHeld('destination_connections', '$2')}`,
      [connectionId, fence],
    );
    throw error;
  }
}

/** Where the user has connected again in the meantime, those credentials are the ones. */
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
        set token = $2, credentials_version = $3, lease_until = null
      where id = $1 and credentials_version = $3 - 1`,
    [connectionId, box.seal(credentials, tokenContext(connectionId)), version],
  );
  if (saved > 0) return { credentials, version };
  const stored = await read(database, box, connectionId);
  if (stored) return stored;
  throw new DestinationFailure({ kind: 'unauthorized', reason: 'The connection was deleted.' });
}
