import { Claim, releaseLeases } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { systemClock } from '@tributary/messaging';
import { SecretBox } from '@tributary/secrets';
import { openCredentials } from './connections';
import {
  claimRenewal,
  readSealedCredentials,
  RENEWAL_LEASES,
  saveRenewed,
  tokenContext,
} from './credentials.store';
import { Destination, DestinationFailure } from '../destination.port';

/** Stored credentials; the version rises with each change. */
export interface VersionedCredentials {
  readonly credentials: string;
  readonly version: number;
}

/** The duration of a renewal claim, longer than the timeout of a request for new credentials. */
const RENEWAL_MS_MAX = 60_000;
const LOOK_AGAIN_MS = 200;
const LOOKS_MAX = 300;

/**
 * Replaces refused credentials of this version. If several processes need them, one renews and the others use its
 * result, because a second use of a refresh token would revoke them all.
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
    const claim = await claimRenewal(database, connectionId, refusedVersion, RENEWAL_MS_MAX);
    if (claim) {
      const renewed = await unlessFailed(database, claim, () => renew(stored.credentials));
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
  const row = await readSealedCredentials(database, connectionId);
  return row ? { version: row.version, credentials: openCredentials(box, connectionId, row.token) } : null;
}

/** Releases the claim if renewing fails, so that the next process may try at once. */
async function unlessFailed(database: Database, claim: Claim, renew: () => Promise<string>): Promise<string> {
  try {
    return await renew();
  } catch (error) {
    await releaseLeases(database, RENEWAL_LEASES, [claim]);
    throw error;
  }
}

/** Saves renewed credentials; returns the stored ones if the user has connected again meanwhile. */
async function save(
  database: Database,
  box: SecretBox,
  connectionId: number,
  before: VersionedCredentials,
  credentials: string,
): Promise<VersionedCredentials> {
  const version = before.version + 1;
  const token = box.seal(credentials, tokenContext(connectionId));
  if (await saveRenewed(database, connectionId, { token, version })) return { credentials, version };
  const stored = await read(database, box, connectionId);
  if (stored) return stored;
  throw new DestinationFailure({ kind: 'unauthorized', reason: 'The connection was deleted.' });
}
