import { Database, Tx } from '@tributary/persistence';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { CAPS } from '../limits/limits';
import { OAuthApp } from '../apps/apps';
import { publishAppGrant } from '../apps/grant-events';
import { createGrant } from '../apps/grants';
import { LIFETIMES_S } from './oauth-lifetimes';
import { endOldestTokens } from './adapters/tokens.adapter';

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
    await tx.execute(
      `insert into tokens (user_id, kind, name, token_hash, scopes, grant_id, expires_at)
       values ($1, 'MANAGED', $2, $3, $4, $5, now() + make_interval(secs => $6))`,
      [userId, app.name, tokenHash(token), scopes, grantId, expiresInS],
    );
    await endOldestTokens(tx, grantId, caps.tokensOfGrant);
  });
  return { token, expiresInS };
}

/** The row stays locked: of two first tokens at once one creates user and grant. */
async function managedUser(tx: Tx, app: OAuthApp, managedId: string, max: number): Promise<number> {
  const [known] = await tx.query<{ id: number }>(
    'update users set updated_at = now() where managed_by = $1 and managed_id = $2 returning id',
    [app.id, managedId],
  );
  if (known) return known.id;
  await requireRoom(tx, app.id, max);
  return newManagedUser(tx, app, managedId);
}

/** Of two new users at once, the second waits for the first. */
async function requireRoom(tx: Tx, appId: number, max: number): Promise<void> {
  await tx.query('select 1 from oauth_apps where id = $1 for no key update', [appId]);
  const [counted] = await tx.query<{ count: number }>(
    'select count(*) as count from users where managed_by = $1',
    [appId],
  );
  if ((counted?.count ?? 0) >= max) throw new ManagedUsersFullError(max);
}

/** On the plan of the app's owner. */
async function newManagedUser(tx: Tx, app: OAuthApp, managedId: string): Promise<number> {
  const [user] = await tx.query<{ id: number }>(
    `insert into users (email, name, plan, managed_by, managed_id, disabled_at)
     select null, $3, u.plan, $1, $2, u.disabled_at from users u where u.id = $4
     on conflict (managed_by, managed_id) do update set updated_at = now()
     returning id`,
    [app.id, managedId, managedId, app.user_id],
  );
  if (!user) throw new Error('the owner of the app was deleted');
  return user.id;
}

/** The app's access to its user: everything that it is registered for. */
async function currentGrant(tx: Tx, app: OAuthApp, userId: number): Promise<number> {
  const [grant] = await tx.query<{ id: number; scopes: string[] }>(
    'select id, scopes from grants where user_id = $1 and app_id = $2 and revoked_at is null',
    [userId, app.id],
  );
  if (grant) {
    await followApp(tx, grant, app);
    return grant.id;
  }
  return createGrant(tx, { userId, appId: app.id, scopes: app.scopes, accountIds: null });
}

/** There was no consent: the grant has the app's current registration. */
async function followApp(
  tx: Tx,
  { id, scopes }: { readonly id: number; readonly scopes: readonly string[] },
  app: OAuthApp,
): Promise<void> {
  if (scopes.join(' ') === app.scopes.join(' ')) return;
  await tx.execute('update grants set scopes = $2, version = version + 1 where id = $1', [id, app.scopes]);
  await publishAppGrant(tx, id);
}
