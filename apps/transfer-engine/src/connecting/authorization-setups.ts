import { AuthorizationOutcome, DestinationType } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { createHash, randomBytes } from 'node:crypto';
import { Given } from '../destinations/destination-directory.port';

/** Access that a user has not granted yet; a connection has one such setup at a time, the latest. */
export interface AuthorizationSetup {
  readonly connectionId: number;
  readonly userId: number;
  readonly type: DestinationType;
  readonly codeVerifier: string;
  /** Where the destination sends the user's browser; it is sent again when the code is exchanged. */
  readonly callbackUrl: string;
  /** Where the user's browser ends up. */
  readonly redirectUrl: string;
  /** What the user typed beside granting access; null: nothing. */
  readonly given: Given | null;
}

/** The result of a setup that is over. */
export interface EndedSetup {
  readonly redirectUrl: string;
  readonly outcome: AuthorizationOutcome;
  readonly connectionId: number | null;
}

/** Long enough for a user who has to find a password; the destination's own page lives no longer. */
const SETUP_LIFE_MINUTES = 60;

/** 256 random bits: a state identifies one setup and completes nothing by itself. Also fit for PKCE's verifier. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What a code verifier is sealed for: it opens nowhere else. */
export function verifierContext(connectionId: number): string {
  return `destination_authorizations.code_verifier:${connectionId}`;
}

/** Begins a setup; one that was under way for the connection ends by it. */
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
 * Claims the setup of a browser's state: once, so that a code is never exchanged twice. Null if there is none of this
 * type, it is too old, or it was claimed before.
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
 * The result of a setup that was completed before: the page was loaded again. Until it is known (or where it never will be,
 * after a crash) it counts as unavailable.
 */
export async function findConsumedSetup(
  database: Queryable,
  type: DestinationType,
  state: string,
): Promise<EndedSetup | null> {
  const [row] = await database.query<EndedSetup>(
    `select a.redirect_url as "redirectUrl", coalesce(a.outcome, 'UNAVAILABLE') as outcome,
            a.granted_connection_id as "connectionId"
       from destination_authorizations a join destination_connections c on c.id = a.connection_id
      where a.state_hash = $1 and a.used_at is not null and a.expires_at > now() and c.destination_type = $2`,
    [stateHashOf(state), type],
  );
  return row ?? null;
}

/** Stores its result; nothing if another setup replaced it meanwhile. */
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

/** What a setup is known by where its state is not kept. */
export function stateHashOf(state: string): string {
  return createHash('sha256').update(state).digest('base64url');
}
