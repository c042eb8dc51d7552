import { Author, DestinationType, Health } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { Admission } from '../destination-directory.port';
import { deleteSetup } from './authorization/authorization-setups.store';
import {
  ConnectionRow,
  endConnection,
  insertConnection,
  saveAdmission,
  saveReading,
  upsertConnection,
} from './connections.store';
import { tokenContext } from './credentials.store';

export interface NewConnection {
  readonly userId: number;
  readonly author: Author;
  readonly type: DestinationType;
  /** Undefined: the existing name, or for a new connection its type. */
  readonly name: string | undefined;
  readonly admission: Admission;
}

/** Creates the connection, or renews the one of the same destination user: name, credentials, health. */
export async function saveConnection(tx: Tx, box: SecretBox, made: NewConnection): Promise<ConnectionRow> {
  const { userId: user_id, type: destination_type, admission, name, author } = made;
  const identity = { user_id, destination_type, external_user_id: admission.externalUserId };
  return grant(tx, box, await upsertConnection(tx, identity, name, author), admission);
}

/** Creates a connection whose user has not granted access yet. */
export function beginConnection(
  tx: Tx,
  userId: number,
  type: DestinationType,
  name: string | undefined,
  author: Author,
): Promise<ConnectionRow> {
  const begun = { user_id: userId, destination_type: type, name: name ?? type, author };
  return insertConnection(tx, { ...begun, health: UNKNOWN_HEALTH });
}

/** Stores the granted access and ends blocks, so that pending transfers are tried at once. */
export function grant(
  tx: Tx,
  box: SecretBox,
  connectionId: number,
  { externalUserId, credentials, facts }: Admission,
): Promise<ConnectionRow> {
  const sealedCredentials = box.seal(credentials, tokenContext(connectionId));
  const admitted = { external_user_id: externalUserId, facts, health: healthyNow() };
  return saveAdmission(tx, connectionId, { ...admitted, sealedCredentials });
}

/** Records that the connection's resources were read again. Returns null if it was deleted. */
export function markRead(tx: Tx, connectionId: number): Promise<ConnectionRow | null> {
  return saveReading(tx, connectionId, healthyNow());
}

/** Deletes the credentials; the row remains as a tombstone. The same user may connect again. */
export async function forgetConnection(tx: Tx, connectionId: number): Promise<ConnectionRow> {
  await deleteSetup(tx, connectionId);
  return endConnection(tx, connectionId);
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
