import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { joinUser } from '../users/users.store';
import { joinApp } from './oauth-apps.store';

/** The grants `g` of a statement. */
export const FROM_GRANTS = 'from grants g';

/** Joins the grant `g` of a row. @param grantId SQL */
export const joinGrant = (grantId: string): string => `join grants g on g.id = ${grantId}`;

/** SQL: the grants of the user `$1`. */
export const GRANT_IDS_OF_USER = 'select id from grants where user_id = $1';

/** SQL: whether the grant is neither revoked nor ended. @param alias of `grants` */
export function grantHolds(alias: string): string {
  return `${alias}.revoked_at is null and (${alias}.expires_at is null or ${alias}.expires_at > now())`;
}

interface NewGrantRow {
  readonly userId: number;
  readonly appId: number;
  readonly scopes: readonly string[];
  /** Null: all accounts, also future ones. */
  readonly accountIds: readonly number[] | null;
}

/** @returns its id */
export async function insertGrant(
  tx: Tx,
  { userId, appId, scopes, accountIds }: NewGrantRow,
): Promise<number | undefined> {
  const [grant] = await tx.query<{ id: number }>(
    'insert into grants (user_id, app_id, scopes, account_ids) values ($1, $2, $3, $4) returning id',
    [userId, appId, scopes, accountIds],
  );
  return grant?.id;
}

export interface GrantRow {
  readonly id: number;
  readonly user_id: number;
  readonly app_id: number;
  readonly client_id: string;
  readonly scopes: string[];
}

/** A grant in force, of a user who is not disabled. */
export async function findGrant(database: Queryable, id: number): Promise<GrantRow | null> {
  const [grant] = await database.query<GrantRow>(
    `select g.id, g.user_id, g.app_id, g.scopes, a.client_id
       from grants g ${joinApp('g.app_id')} ${joinUser('g.user_id')}
      where g.id = $1 and ${grantHolds('g')} and u.disabled_at is null`,
    [id],
  );
  return grant ?? null;
}

/** A grant with the name of its app, as its event needs it. */
export interface PublishedGrant {
  readonly id: number;
  readonly version: number;
  readonly user_id: number;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly app: string;
}

export async function findPublishedGrant(tx: Tx, id: number): Promise<PublishedGrant | undefined> {
  const [grant] = await tx.query<PublishedGrant>(
    `select g.id, g.version, g.user_id, g.scopes, g.account_ids, g.expires_at, g.revoked_at, a.name as app
       from grants g ${joinApp('g.app_id')} where g.id = $1`,
    [id],
  );
  return grant;
}

export interface LockedGrant {
  readonly app_id: number;
  readonly name: string | null;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly expires_at: Date | null;
}

/** A grant of the user that is in force, locked until the end of the transaction. */
export async function lockGrant(tx: Tx, id: number, userId: number): Promise<LockedGrant | undefined> {
  const [grant] = await tx.query<LockedGrant>(
    `select app_id, name, scopes, account_ids, expires_at from grants g
      where id = $1 and user_id = $2 and ${grantHolds('g')} for update`,
    [id, userId],
  );
  return grant;
}

interface GrantExtent {
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly accountIds: readonly number[] | null;
  readonly expiresAt: Date | null;
}

/** Stores the changed grant as its next version. */
export async function updateGrant(
  tx: Tx,
  id: number,
  { name, scopes, accountIds, expiresAt }: GrantExtent,
): Promise<void> {
  await tx.execute(
    `update grants set name = $2, scopes = $3, account_ids = $4, expires_at = $5, version = version + 1 where id = $1`,
    [id, name, scopes, accountIds, expiresAt],
  );
}

/** Stores the changed scopes as the grant's next version. */
export async function updateGrantScopes(tx: Tx, id: number, scopes: readonly string[]): Promise<void> {
  await tx.execute('update grants set scopes = $2, version = version + 1 where id = $1', [id, scopes]);
}

/** A user's grant to an app that was not revoked. */
export async function findGrantToApp(
  tx: Tx,
  userId: number,
  appId: number,
): Promise<Pick<GrantRow, 'id' | 'scopes'> | undefined> {
  const [grant] = await tx.query<{ id: number; scopes: string[] }>(
    'select id, scopes from grants where user_id = $1 and app_id = $2 and revoked_at is null',
    [userId, appId],
  );
  return grant;
}

/** The user's grants that were not revoked. */
export function grantIdsOfUser(database: Queryable, userId: number): Promise<number[]> {
  return idsOf(
    database,
    'select id from grants where user_id = $1 and revoked_at is null order by id',
    userId,
  );
}

/** The grants to an app that were not revoked. */
export function grantIdsOfApp(database: Queryable, appId: number): Promise<number[]> {
  return idsOf(
    database,
    'select id from grants where app_id = $1 and revoked_at is null order by user_id, id',
    appId,
  );
}

/** Ids of grants that have reached their end and were not revoked, at most `max`. */
export function endedGrantIds(database: Queryable, max: number): Promise<number[]> {
  return idsOf(
    database,
    'select id from grants where revoked_at is null and expires_at <= now() order by expires_at limit $1',
    max,
  );
}

async function idsOf(database: Queryable, sql: string, value: number): Promise<number[]> {
  return (await database.query<{ id: number }>(sql, [value])).map(({ id }) => id);
}

/** Revokes a grant. @param userId null: of any user @returns undefined if there was none to revoke */
export async function markGrantRevoked(
  tx: Tx,
  id: number,
  userId: number | null,
): Promise<Pick<GrantRow, 'user_id' | 'app_id'> | undefined> {
  const [grant] = await tx.query<{ user_id: number; app_id: number }>(
    `update grants set revoked_at = now(), version = version + 1
      where id = $1 and ($2::bigint is null or user_id = $2) and revoked_at is null
      returning user_id, app_id`,
    [id, userId],
  );
  return grant;
}

/** Records the use of grants, if the last one is older than a minute. @param grantIds SQL over the ids `$1` */
export async function touchGrants(
  database: Queryable,
  grantIds: string,
  ids: readonly number[],
): Promise<void> {
  await database.execute(
    `update grants set last_used_at = now()
      where id in (${grantIds})
        and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
    [ids],
  );
}

export const GRANTS_TABLE: UserTable = {
  table: 'grants',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'grants' },
};
