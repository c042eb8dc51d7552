import { issuePersonalToken, revokeToken } from '../../src/identity/tokens/issue-personal-token';
import { registerApp } from '../registered-app';
import { createGrant } from '../../src/identity/apps/grants';
import { issueManagedToken } from '../../src/identity/oauth/managed-users';
import type { OAuthApp } from '../../src/identity/authorizations/oauth-apps.store';
import { readApp } from '../../src/identity/authorizations/oauth-apps.store';
import { Scope, SCOPES } from '../../src/identity/permissions/scopes';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../../src/identity/codes/token-text';
import { GatewayUnderTest } from '../gateway-under-test';
import { REDIRECT } from './valid-bodies';

const SETTINGS = { homepage: null, redirectUris: [REDIRECT.redirect_url], confidential: true };
const LEGACY_SECRET = 'x9fQ2mPz7LtR4vBn8KcW1sYd6HgJ3aEu5TiOqXwN';

/** An app of the user's own that the user has let in. */
export async function appOf(
  { database }: GatewayUnderTest,
  userId: number,
  name: string,
  scopes: readonly Scope[] = SCOPES,
  accountIds: readonly number[] | null = null,
): Promise<{ readonly appId: number; readonly grantId: number }> {
  const wanted = { ...SETTINGS, name, scopes, managesUsers: false };
  const { id: appId } = await registerApp(database, { userId }, wanted);
  const grantId = await database.transaction((tx) => createGrant(tx, { userId, appId, scopes, accountIds }));
  return { appId, grantId };
}

/** A token of an app of its own that the user has let in. */
export async function appToken(
  gateway: GatewayUnderTest,
  userId: number,
  scopes: readonly Scope[],
  accountIds: readonly number[] | null = null,
): Promise<string> {
  const { database } = gateway;
  const { grantId } = await appOf(gateway, userId, 'Buddy', scopes, accountIds);
  const token = newTokenText(TOKEN_PREFIXES.oauthAccess);
  await database.execute(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
     values ($1, 'OAUTH', 'Buddy', $2, $3, $4, now() + interval '1 hour')`,
    [userId, tokenHash(token), scopes, grantId],
  );
  return token;
}

/** Another token under the grant of an app's token, as apps get it that ask for fewer scopes. */
export async function tokenBeside(
  { database }: GatewayUnderTest,
  token: string,
  scopes: readonly Scope[],
): Promise<string> {
  const other = newTokenText(TOKEN_PREFIXES.oauthAccess);
  await database.execute(
    `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
     select user_id, kind, name, $2, $3, grant_id, expires_at from tokens where token_hash = $1`,
    [tokenHash(token), tokenHash(other), scopes],
  );
  return other;
}

/** A token for a user whom an app of the user's manages, with all scopes. @returns the managed user's id too */
export async function managedToken(
  { database }: GatewayUnderTest,
  userId: number,
): Promise<{ readonly token: string; readonly managedUserId: number }> {
  const { id } = await registerApp(
    database,
    { userId },
    { ...SETTINGS, name: 'Manager', scopes: SCOPES, managesUsers: true },
  );
  const app: OAuthApp | null = await readApp(database, userId, id);
  if (!app) throw new Error('the app that was just registered is gone');
  const { token } = await issueManagedToken(database, app, 'customer-1', SCOPES);
  const [managed] = await database.query<{ id: number }>('select id from users where managed_by = $1', [id]);
  return { token, managedUserId: managed?.id ?? 0 };
}

export async function revokedToken({ database }: GatewayUnderTest, userId: number): Promise<string> {
  const { id, token } = await issuePersonalToken(database, { userId, name: 'revoked' });
  await revokeToken(database, id);
  return token;
}

/** A token in the format `{id}|{secret}`. @param legacyId an id that no other has */
export async function legacyToken(
  { database }: GatewayUnderTest,
  userId: number,
  legacyId: number,
): Promise<string> {
  await database.execute(
    `insert into tokens (user_id, kind, name, token_hash, legacy_id, expires_at)
     values ($1, 'LEGACY', 'old', $2, $3, now() + interval '1 year')`,
    [userId, tokenHash(LEGACY_SECRET), legacyId],
  );
  return `${legacyId}|${LEGACY_SECRET}`;
}
