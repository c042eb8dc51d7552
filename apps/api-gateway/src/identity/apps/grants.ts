import { Problem } from '@tributary/contracts';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { publishAppGrant } from './grant-events';
import { databaseTime } from '../codes/database-time';
import { earlierEnd, Extent, narrowed } from '../permissions/narrowed';
import { recentAccess } from '../access/recent-access';
import { Scope } from '../permissions/scopes';
import { recordSecurityEvent, SecurityEvent, SecurityEventKind } from '../audit/security-events';

/** SQL: the grant has neither been revoked nor come to its end. @param alias of `grants` */
export function grantHolds(alias: string): string {
  return `${alias}.revoked_at is null and (${alias}.expires_at is null or ${alias}.expires_at > now())`;
}

/** A user's grant to an app. */
export interface NewGrant {
  readonly userId: number;
  readonly appId: number;
  readonly scopes: readonly Scope[];
  /** Null: all accounts, also future ones. */
  readonly accountIds: readonly number[] | null;
  readonly address?: string | null;
}

/** Stores a user's consent. @returns its id */
export async function createGrant(tx: Tx, wanted: NewGrant): Promise<number> {
  const { userId, appId, scopes, accountIds, address } = wanted;
  const [grant] = await tx.query<{ id: number }>(
    'insert into grants (user_id, app_id, scopes, account_ids) values ($1, $2, $3, $4) returning id',
    [userId, appId, scopes, accountIds],
  );
  const id = grant?.id ?? 0;
  await recordSecurityEvent(tx, {
    userId,
    kind: 'CONSENT_GIVEN',
    address,
    details: { app_id: appId, grant_id: id },
  });
  await publishAppGrant(tx, id);
  return id;
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
       from grants g join oauth_apps a on a.id = g.app_id join users u on u.id = g.user_id
      where g.id = $1 and ${grantHolds('g')} and u.disabled_at is null`,
    [id],
  );
  return grant ?? null;
}

/** The grant's user, and the origin of the request. */
export interface GrantOwner {
  readonly userId: number;
  readonly address: string;
}

/** What may change of a grant; what is absent stays. */
export interface GrantChange extends Partial<Extent> {
  /** Null: by the name of the app. */
  readonly name?: string | null;
  readonly expiresAt?: Date;
}

interface LockedGrant {
  readonly app_id: number;
  readonly name: string | null;
  readonly scopes: string[];
  readonly account_ids: number[] | null;
  readonly expires_at: Date | null;
}

const MORE = 'let the app ask you again';
const ENDS = {
  later: `What an app may do can only end earlier. For a later end, ${MORE}.`,
  past: 'This time is past. Delete the grant to end it now.',
};

/**
 * Renames a grant, removes scopes or accounts from it, or lets it end earlier. The change applies from the next request on
 * here, and within a second at other gateways. Resources that the app made pause if the grant no longer covers them.
 * @throws Problem (not_found; invalid if it would widen)
 */
export async function changeGrant(
  database: Database,
  owner: GrantOwner,
  grantId: number,
  change: GrantChange,
): Promise<void> {
  await database.transaction(async (tx) => {
    const grant = await lockGrant(tx, owner, grantId);
    const granted = { scopes: grant.scopes, accountIds: grant.account_ids && grant.account_ids.map(Number) };
    const { scopes, accountIds } = narrowed(granted, change, MORE);
    const expiresAt = earlierEnd(grant.expires_at, change.expiresAt, await databaseTime(tx), ENDS);
    const { name = grant.name } = change;
    await tx.execute(
      `update grants set name = $2, scopes = $3, account_ids = $4, expires_at = $5, version = version + 1 where id = $1`,
      [grantId, name, scopes, accountIds, expiresAt],
    );
    await tx.execute('update tokens set expires_at = least(expires_at, $2) where grant_id = $1', [
      grantId,
      expiresAt,
    ]);
    const details = { app_id: grant.app_id, grant_id: grantId };
    await recordSecurityEvent(tx, { ...owner, kind: 'CONSENT_CHANGED', details });
    await publishAppGrant(tx, grantId);
  });
  recentAccess(database).forget();
}

async function lockGrant(tx: Tx, { userId }: GrantOwner, grantId: number): Promise<LockedGrant> {
  const [grant] = await tx.query<LockedGrant>(
    `select app_id, name, scopes, account_ids, expires_at from grants g
      where id = $1 and user_id = $2 and ${grantHolds('g')} for update`,
    [grantId, userId],
  );
  if (!grant) throw Problem.notFound();
  return grant;
}

interface RevokedBy {
  /** The grant's user; absent: any user. */
  readonly userId?: number;
  readonly address?: string | null;
  readonly kind?: SecurityEventKind;
  /** Further members of the event's details. */
  readonly details?: SecurityEvent['details'];
}

/**
 * Ends a grant: its tokens are invalid from the next request on here, and within a second at other gateways.
 * @returns whether it was in force
 */
export async function revokeGrant(database: Database, grantId: number, by: RevokedBy = {}): Promise<boolean> {
  const isRevoked = await database.transaction((tx) => revoke(tx, grantId, by));
  recentAccess(database).forget();
  return isRevoked;
}

/** Ends all grants of a user. @returns how many */
export async function revokeGrantsOf(tx: Tx, userId: number, by: Omit<RevokedBy, 'userId'>): Promise<number> {
  const grants = await tx.query<{ id: number }>(
    'select id from grants where user_id = $1 and revoked_at is null order by id',
    [userId],
  );
  for (const { id } of grants) await revoke(tx, id, { ...by, userId });
  return grants.length;
}

/** Ends all grants to an app, before it is deleted. */
export async function revokeGrantsOfApp(tx: Tx, appId: number): Promise<void> {
  const grants = await tx.query<{ id: number }>(
    'select id from grants where app_id = $1 and revoked_at is null order by user_id, id',
    [appId],
  );
  for (const { id } of grants) await revoke(tx, id, {});
}

async function revoke(
  tx: Tx,
  grantId: number,
  { userId, address, kind = 'CONSENT_REVOKED', details }: RevokedBy,
): Promise<boolean> {
  const [grant] = await tx.query<{ user_id: number; app_id: number }>(
    `update grants set revoked_at = now(), version = version + 1
      where id = $1 and ($2::bigint is null or user_id = $2) and revoked_at is null
      returning user_id, app_id`,
    [grantId, userId ?? null],
  );
  if (!grant) return false;
  await tx.execute('delete from oauth_artifacts where grant_id = $1', [grantId]);
  await tx.execute('delete from tokens where grant_id = $1', [grantId]);
  await recordSecurityEvent(tx, {
    userId: grant.user_id,
    kind,
    address,
    details: { app_id: grant.app_id, grant_id: grantId, ...details },
  });
  await publishAppGrant(tx, grantId);
  return true;
}
