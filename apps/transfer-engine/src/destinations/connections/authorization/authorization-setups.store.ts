import { AuthorizationOutcome, DestinationType } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { SealedColumn, UserTable } from '@tributary/service';
import { createHash } from 'node:crypto';
import { Given } from '../../destination-directory.port';
import { CONNECTIONS_OF_USER, joinConnections } from '../connections.store';

/** A pending grant of access. A connection has at most one setup, the latest. */
export interface AuthorizationSetup {
  readonly connectionId: number;
  readonly userId: number;
  readonly type: DestinationType;
  readonly codeVerifier: string;
  /** The address to which the destination redirects the user's browser; it is sent again when the code is exchanged. */
  readonly callbackUrl: string;
  /** The address to which the user's browser finally returns. */
  readonly redirectUrl: string;
  /** The user's input beside granting access; null if there is none. */
  readonly given: Given | null;
}

/** The result of a completed setup. */
export interface EndedSetup {
  readonly redirectUrl: string;
  readonly outcome: AuthorizationOutcome;
  readonly connectionId: number | null;
}

/** Long enough for a user who has to find a password; the destination's own page expires sooner. */
const SETUP_LIFE_MINUTES = 60;

/** The encryption context of a code verifier, so that it cannot be opened for another connection. */
function verifierContext(connectionId: number): string {
  return `destination_authorizations.code_verifier:${connectionId}`;
}

/** Begins a setup and replaces the connection's earlier one. */
export async function beginSetup(
  tx: Tx,
  box: SecretBox,
  setup: Omit<AuthorizationSetup, 'userId' | 'type'> & {
    readonly state: string;
  },
): Promise<void> {
  const { connectionId, state, codeVerifier, callbackUrl, redirectUrl, given } = setup;
  await tx.execute(
    `insert into destination_authorizations
            (connection_id, state_hash, code_verifier, callback_url, redirect_url, expires_at, given)
     values ($1, $2, $3, $4, $5, now() + make_interval(mins => $6), $7)
     on conflict (connection_id) do update
        set state_hash = excluded.state_hash, code_verifier = excluded.code_verifier,
            callback_url = excluded.callback_url, redirect_url = excluded.redirect_url,
            expires_at = excluded.expires_at, given = excluded.given, used_at = null, outcome = null, granted_connection_id = null,
            created_at = now()`,
    [
      connectionId,
      stateHashOf(state),
      box.seal(codeVerifier, verifierContext(connectionId)),
      callbackUrl,
      redirectUrl,
      SETUP_LIFE_MINUTES,
      given && JSON.stringify(given),
    ],
  );
}

/**
 * Claims the setup of a browser's state. It succeeds once, so that a code is never exchanged twice. Returns null if no
 * setup of this type has the state, or if it expired or was claimed before.
 */
export async function consumeSetup(
  database: Queryable,
  box: SecretBox,
  type: DestinationType,
  state: string,
): Promise<AuthorizationSetup | null> {
  const [row] = await database.query<Omit<AuthorizationSetup, 'codeVerifier'> & { sealedVerifier: string }>(
    `update destination_authorizations a set used_at = now()
       from destination_connections c
      where a.state_hash = $1 and a.used_at is null and a.expires_at > now()
        and c.id = a.connection_id and c.destination_type = $2 and not c.deleted
     returning a.connection_id as "connectionId", c.user_id as "userId", c.destination_type as type,
               a.code_verifier as "sealedVerifier", a.callback_url as "callbackUrl",
               a.redirect_url as "redirectUrl", a.given`,
    [stateHashOf(state), type],
  );
  if (!row) return null;
  const { sealedVerifier, ...setup } = row;
  return { ...setup, codeVerifier: box.open(sealedVerifier, verifierContext(setup.connectionId)) };
}

/**
 * Returns the result of a setup that was claimed before, for a page that is loaded again. A result that is not stored
 * yet (or never will be, after a crash) counts as unavailable.
 */
export async function findConsumedSetup(
  database: Queryable,
  type: DestinationType,
  state: string,
): Promise<EndedSetup | null> {
  const [row] = await database.query<EndedSetup>(
    `select a.redirect_url as "redirectUrl", coalesce(a.outcome, 'UNAVAILABLE') as outcome,
            a.granted_connection_id as "connectionId"
       from destination_authorizations a ${joinConnections('a.connection_id')}
      where a.state_hash = $1 and a.used_at is not null and a.expires_at > now() and c.destination_type = $2`,
    [stateHashOf(state), type],
  );
  return row ?? null;
}

/** Stores the setup's result; changes nothing if another setup has replaced it. */
export async function endSetup(
  tx: Tx,
  connectionId: number,
  state: string,
  outcome: AuthorizationOutcome,
  grantedConnectionId: number | null,
): Promise<void> {
  await tx.execute(
    `update destination_authorizations set outcome = $3, granted_connection_id = $4
      where connection_id = $1 and state_hash = $2`,
    [connectionId, stateHashOf(state), outcome, grantedConnectionId],
  );
}

/** The hash that identifies a setup, so that its state is not stored. */
export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}

/** Ends the connection's setup. */
export async function deleteSetup(tx: Tx, connectionId: number): Promise<void> {
  await tx.execute('delete from destination_authorizations where connection_id = $1', [connectionId]);
}

/** Ends all setups of the user. */
export async function deleteSetupsOfUser(tx: Tx, userId: number): Promise<void> {
  await tx.execute(`delete from destination_authorizations where connection_id in (${CONNECTIONS_OF_USER})`, [
    userId,
  ]);
}

export const SETUPS_TABLE: UserTable = {
  table: 'destination_authorizations',
  rowsOfUserSql: `t.connection_id in (${CONNECTIONS_OF_USER})`,
};

export const SEALED_VERIFIERS: SealedColumn = {
  table: 'destination_authorizations',
  column: 'code_verifier',
  key: 'connection_id',
  type: 'text',
  contextColumns: ['connection_id'],
  contextOf: ({ connection_id }) => verifierContext(Number(connection_id)),
};
