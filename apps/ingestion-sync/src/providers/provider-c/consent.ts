import { randomUUID } from 'node:crypto';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import {
  ConsentCallback,
  ConsentReference,
  ConsentRequest,
  ConsentState,
  CreatedConsent,
} from '../provider.port';
import { ACCESS_DAYS, HISTORY_DAYS } from './capabilities';
import { ProviderCCall, ProviderCClient } from './client/client';
import { ProviderCKeyKind } from './config';
import { fromSecret, ProviderUser, toSecret } from './client/user-secret';

/**
 * Creates a user for the connection, and a link to the portal where a broker is connected; the link is valid for five
 * minutes. For a renewal the portal repairs the connection, and its accounts retain their ids.
 * @throws ProviderError
 */
export async function createConsent(
  client: ProviderCClient,
  keyKind: ProviderCKeyKind,
  request: ConsentRequest,
): Promise<CreatedConsent> {
  const { renews } = request;
  const user = renews ? fromSecret(renews.secret) : await newUser(client, keyKind);
  const { body } = await client.send({
    call: 'POST login',
    method: 'POST',
    path: 'snapTrade/login',
    user,
    body: {
      broker: request.institutionExternalId,
      connectionType: 'read',
      immediateRedirect: true,
      customRedirect: withState(request.redirectUrl, request.state),
      ...(renews ? { reconnect: renews.consentId } : {}),
    },
  });
  return {
    consent: {
      consentId: renews?.consentId ?? required(body, 'sessionId', 'POST login'),
      secret: toSecret(user),
    },
    link: required(body, 'redirectURI', 'POST login'),
    maxHistoricalDays: request.maxHistoricalDays,
    accessValidForDays: ACCESS_DAYS,
  };
}

/**
 * Returns the state of the connection. An existing one is found by the consent's id, a pending one by the portal's
 * session.
 * @throws ProviderError
 */
export async function readConsent(
  client: ProviderCClient,
  consent: ConsentReference,
  callback: ConsentCallback | null,
): Promise<ConsentState> {
  if (callback?.status === 'ERROR' || callback?.status === 'ABANDONED') return { kind: 'refused' };
  const user = fromSecret(consent.secret);
  const connection = find(await listConnections(client, user), consent, callback);
  if (!connection) return { kind: 'waiting' };
  if (connection.disabled === true) return { kind: 'ended' };
  const consentId = required(connection, 'id', 'GET connections');
  return {
    kind: 'given',
    consent: { consentId, secret: consent.secret },
    accountIds: await accountIds(client, user, consentId),
    expiresAt: null,
    maxHistoricalDays: HISTORY_DAYS,
    accessValidForDays: ACCESS_DAYS,
  };
}

/**
 * Deletes the user with all connections, or only the connection if the key is a personal one. PROVIDER_C queues the
 * deletion and carries it out a little later.
 */
export async function revokeConsent(client: ProviderCClient, consent: ConsentReference): Promise<void> {
  const user = fromSecret(consent.secret);
  try {
    await client.remove(user ? deleteUser(user) : deleteConnection(consent));
  } catch (error) {
    if (!(error instanceof ProviderError) || !isGone(error)) throw error;
    // The path was changed once and returned 404 from then on, while the connection still existed.
    if (user === null && (await isListed(client, consent))) throw error;
  }
}

async function isListed(client: ProviderCClient, { consentId }: ConsentReference): Promise<boolean> {
  const connections = await listConnections(client, null);
  return connections.some(({ id }) => id === consentId);
}

async function listConnections(client: ProviderCClient, user: ProviderUser | null): Promise<Json[]> {
  const { body } = await client.list({
    call: 'GET connections',
    method: 'GET',
    path: 'authorizations',
    user,
  });
  return body.filter(isJson);
}

function deleteUser({ userId }: ProviderUser): ProviderCCall {
  return {
    call: 'DELETE user',
    method: 'DELETE',
    path: 'snapTrade/deleteUser',
    query: { userId },
    user: null,
  };
}

function deleteConnection({ consentId }: ConsentReference): ProviderCCall {
  const path = `connection/${encodeURIComponent(consentId)}`;
  return { call: 'DELETE connection', method: 'DELETE', path, user: null };
}

function isGone({ failure }: ProviderError): boolean {
  return failure.kind === 'not_found' || failure.kind === 'consent_ended';
}

/** Creates a user; its secret is returned only once. A user without connections costs nothing. */
async function newUser(client: ProviderCClient, keyKind: ProviderCKeyKind): Promise<ProviderUser | null> {
  if (keyKind === 'personal') return null;
  const { body } = await client.send({
    call: 'POST user',
    method: 'POST',
    path: 'snapTrade/registerUser',
    body: { userId: randomUUID() },
    user: null,
  });
  return {
    userId: required(body, 'userId', 'POST user'),
    userSecret: required(body, 'userSecret', 'POST user'),
  };
}

/**
 * Finds the connection of the consent: the one that the portal's redirect names, or a user's only connection. The owner
 * of a personal key may have other connections.
 */
function find(
  connections: readonly Json[],
  consent: ConsentReference,
  callback: ConsentCallback | null,
): Json | undefined {
  const byId = (id: string | undefined): Json | undefined =>
    id === undefined ? undefined : connections.find((connection) => connection.id === id);
  const only = consent.secret !== null && connections.length === 1 ? connections[0] : undefined;
  return byId(consent.consentId) ?? byId(callback?.connection_id) ?? only;
}

/** Returns the ids of real accounts, without those for paper trading. */
async function accountIds(
  client: ProviderCClient,
  user: ProviderUser | null,
  connectionId: string,
): Promise<string[]> {
  const { body } = await client.list({
    call: 'GET accounts',
    method: 'GET',
    path: `authorizations/${encodeURIComponent(connectionId)}/accounts`,
    user,
  });
  const real = body.filter(isJson).filter((account) => account.is_paper !== true);
  return [...new Set(real.map((account) => textOf(account.id)).filter((id) => id !== undefined))];
}

/** Adds the state; the portal adds its own `status` and `connection_id`. */
function withState(redirectUrl: string, state: string): string {
  const url = new URL(redirectUrl);
  url.searchParams.set('state', state);
  return url.href;
}

function required(body: Json, member: string, call: string): string {
  const value = textOf(body[member]);
  if (value !== undefined) return value;
  throw new ProviderError({ kind: 'invalid_answer' }, `${call} gave no ${member}`);
}
