import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import {
  grantIdsOfApp,
  grantIdsOfUser,
  insertGrant,
  LockedGrant,
  lockGrant,
  markGrantRevoked,
  updateGrant,
} from '../authorizations/grants.store';
import { deleteArtifactsOf } from '../authorizations/oauth-artifacts.store';
import { deleteTokensOf, shortenTokensOf } from '../authorizations/tokens.store';
import { publishAppGrant } from './grant-events';
import { databaseTime } from '../codes/database-time';
import { earlierEnd, Extent, narrowed } from '../permissions/narrowed';
import { recentAccess } from '../access/recent-access';
import { Scope } from '../permissions/scopes';
import { recordSecurityEvent, SecurityEvent, SecurityEventKind } from '../audit/security-events';

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
  const id = (await insertGrant(tx, { userId, appId, scopes, accountIds })) ?? 0;
  await recordSecurityEvent(tx, {
    userId,
    kind: 'CONSENT_GIVEN',
    address,
    details: { app_id: appId, grant_id: id },
  });
  await publishAppGrant(tx, id);
  return id;
}

/** The grant's user, and the origin of the request. */
export interface GrantOwner {
  readonly userId: number;
  readonly address: string;
}

/** A change of a grant. Absent members do not change. */
export interface GrantChange extends Partial<Extent> {
  /** Null: by the name of the app. */
  readonly name?: string | null;
  readonly expiresAt?: Date;
}

const MORE = 'let the app ask you again';
const ENDS = {
  laterEnd: `What an app may do can only end earlier. For a later end, ${MORE}.`,
  pastEnd: 'This time is past. Delete the grant to end it now.',
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
    const grant = await requireGrant(tx, owner, grantId);
    const granted = { scopes: grant.scopes, accountIds: grant.account_ids && grant.account_ids.map(Number) };
    const { scopes, accountIds } = narrowed(granted, change, MORE);
    const expiresAt = earlierEnd(grant.expires_at, change.expiresAt, await databaseTime(tx), ENDS);
    const { name = grant.name } = change;
    await updateGrant(tx, grantId, { name, scopes, accountIds, expiresAt });
    await shortenTokensOf(tx, grantId, expiresAt);
    const details = { app_id: grant.app_id, grant_id: grantId };
    await recordSecurityEvent(tx, { ...owner, kind: 'CONSENT_CHANGED', details });
    await publishAppGrant(tx, grantId);
  });
  recentAccess(database).forget();
}

async function requireGrant(tx: Tx, { userId }: GrantOwner, grantId: number): Promise<LockedGrant> {
  const grant = await lockGrant(tx, grantId, userId);
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
  const grants = await grantIdsOfUser(tx, userId);
  for (const id of grants) await revoke(tx, id, { ...by, userId });
  return grants.length;
}

/** Ends all grants to an app, before it is deleted. */
export async function revokeGrantsOfApp(tx: Tx, appId: number): Promise<void> {
  const grants = await grantIdsOfApp(tx, appId);
  for (const id of grants) await revoke(tx, id, {});
}

async function revoke(
  tx: Tx,
  grantId: number,
  { userId, address, kind = 'CONSENT_REVOKED', details }: RevokedBy,
): Promise<boolean> {
  const grant = await markGrantRevoked(tx, grantId, userId ?? null);
  if (!grant) return false;
  await deleteArtifactsOf(tx, grantId);
  await deleteTokensOf(tx, grantId);
  await recordSecurityEvent(tx, {
    userId: grant.user_id,
    kind,
    address,
    details: { app_id: grant.app_id, grant_id: grantId, ...details },
  });
  await publishAppGrant(tx, grantId);
  return true;
}
