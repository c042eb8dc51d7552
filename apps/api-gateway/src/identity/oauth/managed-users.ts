import { Database, Tx } from '@tributary/persistence';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { CAPS } from '../limits/limits';
import { lockApp, OAuthApp } from '../authorizations/oauth-apps.store';
import { publishAppGrant } from '../apps/grant-events';
import { createGrant } from '../apps/grants';
import { LIFETIMES_S } from './oauth-lifetimes';
import { findGrantToApp, updateGrantScopes } from '../authorizations/grants.store';
import { endOldestTokens, insertManagedToken } from '../authorizations/tokens.store';
import {
  countManagedUsers,
  insertManagedUser,
  touchManagedUser,
} from '../authorizations/managed-users.store';

export const MANAGED_ID_LENGTH_MAX = 255;

/** The app manages the maximum number of users. */
export class ManagedUsersFullError extends Error {
  override readonly name = 'ManagedUsersFullError';

  constructor(max: number) {
    super(
      `this app manages ${max} users, as many as an app may; the operator can raise ${CAPS.managedUsers.setting}`,
    );
  }
}

type ManagedCaps = Readonly<Record<'managedUsers' | 'tokensOfGrant', number>>;

export interface ManagedToken {
  readonly token: string;
  readonly expiresInS: number;
}

/**
 * Creates a token for a user whom the app manages. The user has no account here, and the app names them by its own id.
 * The first token creates the user. Users of one app, and of two, share no data.
 * @throws ManagedUsersFullError
 */
export async function issueManagedToken(
  database: Database,
  app: OAuthApp,
  managedId: string,
  scopes: readonly string[],
  caps: ManagedCaps = {
    managedUsers: CAPS.managedUsers.fallback,
    tokensOfGrant: CAPS.tokensOfGrant.fallback,
  },
): Promise<ManagedToken> {
  const token = newTokenText(TOKEN_PREFIXES.managedApp);
  const expiresInS = LIFETIMES_S.accessToken;
  await database.transaction(async (tx) => {
    const userId = await managedUser(tx, app, managedId, caps.managedUsers);
    const grantId = await currentGrant(tx, app, userId);
    const hash = tokenHash(token);
    await insertManagedToken(tx, { userId, name: app.name, hash, scopes, grantId, expiresInS });
    await endOldestTokens(tx, grantId, caps.tokensOfGrant);
  });
  return { token, expiresInS };
}

/**
 * Finds or creates the managed user. The app's row stays locked, so that of two simultaneous first tokens only one
 * creates user and grant.
 */
async function managedUser(tx: Tx, app: OAuthApp, managedId: string, max: number): Promise<number> {
  const known = await touchManagedUser(tx, app.id, managedId);
  if (known !== undefined) return known;
  await requireRoom(tx, app.id, max);
  return newManagedUser(tx, app, managedId);
}

/** Checks the limit under a lock, so that two simultaneous requests cannot both use the last free slot. */
async function requireRoom(tx: Tx, appId: number, max: number): Promise<void> {
  await lockApp(tx, appId);
  if ((await countManagedUsers(tx, appId)) >= max) throw new ManagedUsersFullError(max);
}

/** Adds a managed user on the plan of the app's owner. */
async function newManagedUser(tx: Tx, app: OAuthApp, managedId: string): Promise<number> {
  const id = await insertManagedUser(tx, { appId: app.id, managedId, ownerId: app.user_id });
  if (id === undefined) throw new Error('the owner of the app was deleted');
  return id;
}

/** The app's access to its user: everything that it is registered for. */
async function currentGrant(tx: Tx, app: OAuthApp, userId: number): Promise<number> {
  const grant = await findGrantToApp(tx, userId, app.id);
  if (grant) {
    await followApp(tx, grant, app);
    return grant.id;
  }
  return createGrant(tx, { userId, appId: app.id, scopes: app.scopes, accountIds: null });
}

/** Updates the grant from the app's current registration, because there was no consent. */
async function followApp(
  tx: Tx,
  { id, scopes }: { readonly id: number; readonly scopes: readonly string[] },
  app: OAuthApp,
): Promise<void> {
  if (scopes.join(' ') === app.scopes.join(' ')) return;
  await updateGrantScopes(tx, id, app.scopes);
  await publishAppGrant(tx, id);
}
