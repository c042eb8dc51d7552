import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { Scope } from '../permissions/scopes';
import { joinUser } from '../users/users.store';

/** Joins the app `a` of a row. @param appId SQL */
export const joinApp = (appId: string): string => `join oauth_apps a on a.id = ${appId}`;

/** Joins the apps `a` that a user registered. @param userId SQL */
export const joinAppsOf = (userId: string): string => `join oauth_apps a on a.user_id = ${userId}`;

/** SQL: the apps that the user `$1` registered. */
export const APP_IDS_OF_USER = 'select id from oauth_apps where user_id = $1';

/** SQL: the members of an app that its events show: its name; null if there is no such app. @param appId SQL */
export const appMembers = (appId: string): string =>
  `(select jsonb_build_object('name', name) from oauth_apps where id = ${appId})`;

/** A program that users may authorize. */
export interface OAuthApp {
  readonly id: number;
  readonly client_id: string;
  readonly user_id: number;
  readonly name: string;
  readonly homepage: string | null;
  readonly redirect_uris: string[];
  readonly scopes: Scope[];
  /** Whether the app can store a secret safely. */
  readonly confidential: boolean;
  /** Whether the app may create tokens for managed users, who have no account here. */
  readonly manages_users: boolean;
  readonly secret_hash: Buffer | null;
}

interface AppMembers {
  readonly name: string;
  readonly homepage: string | null;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
}

interface NewAppRow extends AppMembers {
  readonly clientId: string;
  readonly userId: number;
  readonly confidential: boolean;
  readonly managesUsers: boolean;
  readonly secretHash: Buffer | null;
}

/** @returns its id */
export async function insertApp(tx: Tx, app: NewAppRow): Promise<number | undefined> {
  const [added] = await tx.query<{ id: number }>(
    `insert into oauth_apps
       (client_id, user_id, name, homepage, redirect_uris, scopes, confidential, manages_users, secret_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`,
    [
      app.clientId,
      app.userId,
      app.name,
      app.homepage,
      app.redirectUris,
      app.scopes,
      app.confidential,
      app.managesUsers,
      app.secretHash,
    ],
  );
  return added?.id;
}

/** @returns whether the user has the app */
export async function updateApp(
  tx: Tx,
  id: number,
  userId: number,
  { name, homepage, redirectUris, scopes }: AppMembers,
): Promise<boolean> {
  const changed = await tx.execute(
    `update oauth_apps set name = $3, homepage = $4, redirect_uris = $5, scopes = $6, updated_at = now()
      where id = $1 and user_id = $2`,
    [id, userId, name, homepage, redirectUris, scopes],
  );
  return changed > 0;
}

/** @returns whether the user has the app, and it has a secret */
export async function updateAppSecret(tx: Tx, id: number, userId: number, hash: Buffer): Promise<boolean> {
  const changed = await tx.execute(
    `update oauth_apps set secret_hash = $3, updated_at = now() where id = $1 and user_id = $2 and confidential`,
    [id, userId, hash],
  );
  return changed > 0;
}

export async function deleteAppRow(tx: Tx, id: number): Promise<void> {
  await tx.execute('delete from oauth_apps where id = $1', [id]);
}

export async function readApps(database: Queryable, userId: number): Promise<OAuthApp[]> {
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

/** The user who registered an app. */
export async function findAppOwner(database: Queryable, id: number): Promise<number | undefined> {
  const [app] = await database.query<{ user_id: number }>('select user_id from oauth_apps where id = $1', [
    id,
  ]);
  return app?.user_id;
}

/** The app of these credentials, if it manages users and its owner is not disabled. */
export async function findManagingApp(
  database: Queryable,
  clientId: string,
  secretHash: Buffer,
): Promise<{ readonly id: number; readonly userId: number } | null> {
  const [app] = await database.query<{ id: number; userId: number }>(
    `select a.id, a.user_id as "userId" from oauth_apps a ${joinUser('a.user_id')}
      where a.client_id = $1 and a.secret_hash = $2 and a.manages_users and u.disabled_at is null`,
    [clientId, secretHash],
  );
  return app ?? null;
}

/** Locks the app against other changes of the number of its users, until the end of the transaction. */
export async function lockApp(tx: Tx, id: number): Promise<void> {
  await tx.query('select 1 from oauth_apps where id = $1 for no key update', [id]);
}

/** The apps of these users, locked until the end of the transaction. */
export async function lockAppsOf(tx: Tx, userIds: readonly number[]): Promise<number[]> {
  const apps = await tx.query<{ id: number }>(
    'select id from oauth_apps where user_id = any($1::bigint[]) order by id for update',
    [userIds],
  );
  return apps.map(({ id }) => id);
}

export const APPS_TABLE: UserTable = {
  table: 'oauth_apps',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'apps', omittedColumns: ['secret_hash'] },
};
