import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { recentAccess } from '../access/recent-access';
import { Scope } from '../permissions/scopes';
import { recordSecurityEvent, SecurityEvent, SecurityEventKind } from '../audit/security-events';
import { newTokenText, TOKEN_PREFIXES, tokenHash } from '../codes/token-text';
import { AppSettings, checkAppSettings } from './app-settings';
import { revokeGrantsOfApp } from './grants';

/** A program that users may authorize. */
export interface OAuthApp {
  readonly id: number;
  readonly client_id: string;
  readonly user_id: number;
  readonly name: string;
  readonly homepage: string | null;
  readonly redirect_uris: string[];
  readonly scopes: Scope[];
  /** It can keep a secret. */
  readonly confidential: boolean;
  /** It may create tokens for managed users, who have no account here. */
  readonly manages_users: boolean;
  readonly secret_hash: Buffer | null;
}

export interface NewApp extends AppSettings {
  readonly confidential: boolean;
  readonly managesUsers: boolean;
}

/** The user who changes apps, and the origin of the request. */
export interface AppOwner {
  readonly userId: number;
  readonly address?: string | null;
  /** Further members of the details of events. */
  readonly details?: SecurityEvent['details'];
}

export interface RegisteredApp {
  readonly id: number;
  readonly clientId: string;
  /** Not stored; null: the app has none. */
  readonly secret: string | null;
}

/** Registers an app. @throws Problem (invalid) */
export async function registerApp(
  tx: Tx,
  owner: AppOwner,
  wanted: NewApp,
  appsMax: number,
): Promise<RegisteredApp> {
  checkAppSettings(wanted);
  if (wanted.managesUsers && !wanted.confidential) {
    throw Problem.invalid({ manages_users: ['An app that manages users needs a secret.'] });
  }
  const secret = wanted.confidential ? newTokenText(TOKEN_PREFIXES.clientSecret) : null;
  const clientId = randomUUID();
  await requireRoom(tx, owner.userId, appsMax);
  const [app] = await tx.query<{ id: number }>(
    `insert into oauth_apps
       (client_id, user_id, name, homepage, redirect_uris, scopes, confidential, manages_users, secret_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      clientId,
      owner.userId,
      wanted.name,
      wanted.homepage,
      wanted.redirectUris,
      wanted.scopes,
      wanted.confidential,
      wanted.managesUsers,
      secret && tokenHash(secret),
    ],
  );
  const id = app?.id ?? 0;
  await note(tx, owner, 'APP_CREATED', id);
  return { id, clientId, secret };
}

/** Of two at once, the second waits for the first. @throws Problem (invalid) */
async function requireRoom(tx: Tx, userId: number, max: number): Promise<void> {
  await tx.query('select 1 from users where id = $1 for no key update', [userId]);
  if ((await readApps(tx, userId)).length < max) return;
  throw Problem.invalid({ name: [`You have ${max} apps, as many as you may. Delete one first.`] });
}

/** @throws Problem (invalid; not_found) */
export async function changeApp(
  database: Database,
  owner: AppOwner,
  id: number,
  wanted: AppSettings,
): Promise<void> {
  checkAppSettings(wanted);
  await database.transaction(async (tx) => {
    const changed = await tx.execute(
      `update oauth_apps set name = $3, homepage = $4, redirect_uris = $5, scopes = $6, updated_at = now()
        where id = $1 and user_id = $2`,
      [id, owner.userId, wanted.name, wanted.homepage, wanted.redirectUris, wanted.scopes],
    );
    if (changed === 0) throw Problem.notFound();
    await note(tx, owner, 'APP_CHANGED', id);
  });
}

/** The current secret ends immediately. @returns the new one; it is not stored @throws Problem (not_found) */
export async function rotateAppSecret(database: Database, owner: AppOwner, id: number): Promise<string> {
  const secret = newTokenText(TOKEN_PREFIXES.clientSecret);
  await database.transaction(async (tx) => {
    const changed = await tx.execute(
      `update oauth_apps set secret_hash = $3, updated_at = now() where id = $1 and user_id = $2 and confidential`,
      [id, owner.userId, tokenHash(secret)],
    );
    if (changed === 0) throw Problem.notFound();
    await note(tx, owner, 'APP_SECRET_ROTATED', id);
  });
  return secret;
}

/** Deletes the app, with all its grants and managed users. @throws Problem (not_found) */
export async function deleteApp(database: Database, owner: AppOwner, id: number): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await readApp(tx, owner.userId, id))) throw Problem.notFound();
    await revokeGrantsOfApp(tx, id);
    await note(tx, owner, 'APP_DELETED', id);
    await tx.execute('delete from oauth_apps where id = $1', [id]);
  });
  recentAccess(database).forget();
}

async function readApps(database: Queryable, userId: number): Promise<OAuthApp[]> {
  return database.query<OAuthApp>('select * from oauth_apps where user_id = $1 order by id', [userId]);
}

export async function readApp(database: Queryable, userId: number, id: number): Promise<OAuthApp | null> {
  const [app] = await database.query<OAuthApp>('select * from oauth_apps where user_id = $1 and id = $2', [
    userId,
    id,
  ]);
  return app ?? null;
}

export async function findAppByClientId(database: Queryable, clientId: string): Promise<OAuthApp | null> {
  const [app] = await database.query<OAuthApp>('select * from oauth_apps where client_id = $1', [clientId]);
  return app ?? null;
}

async function note(
  tx: Tx,
  { userId, address, details }: AppOwner,
  kind: SecurityEventKind,
  appId: number,
): Promise<void> {
  await recordSecurityEvent(tx, { userId, kind, address, details: { app_id: appId, ...details } });
}
