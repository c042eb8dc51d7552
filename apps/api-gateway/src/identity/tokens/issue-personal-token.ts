import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { databaseTime } from '../codes/database-time';
import { publishTokenGrant } from '../apps/grant-events';
import { earlierEnd } from '../permissions/narrowed';
import { recentAccess } from '../access/recent-access';
import { Scope } from '../permissions/scopes';
import { recordSecurityEvent, SecurityEvent } from '../audit/security-events';
import { newTokenText, tokenHash } from '../codes/token-text';
import { Token } from '../authorizations/token.entity';
import {
  countPersonalTokens,
  deletePersonalTokenRow,
  insertPersonalToken,
  personalTokenIds,
  revokePersonalToken,
} from '../authorizations/tokens.store';
import { lockUserForCounts } from '../users/users.store';

export interface NewPersonalToken {
  readonly userId: number;
  readonly name: string;
  /** Absent or null: all. */
  readonly scopes?: readonly Scope[] | null;
  /** Absent or null: all of the user's, also future ones. */
  readonly accountIds?: readonly number[] | null;
  /** Default: one year from now. */
  readonly expiresAt?: Date;
  /** Address that the request came from, for the audit trail. */
  readonly address?: string | null;
  /** Further members of the event's details. */
  readonly details?: SecurityEvent['details'];
  /** The maximum of the user's live tokens, including this one; absent: no limit. */
  readonly liveMax?: number;
}

export interface IssuedToken {
  readonly id: number;
  /** The text exists only here. */
  readonly token: string;
}

/** Creates a personal access token. @throws Problem (invalid) if the user has the maximum */
export async function issuePersonalToken(database: Database, wanted: NewPersonalToken): Promise<IssuedToken> {
  return database.transaction((tx) => issuePersonalTokenIn(tx, wanted));
}

/** Issues a personal token inside the caller's transaction. */
export async function issuePersonalTokenIn(tx: Tx, wanted: NewPersonalToken): Promise<IssuedToken> {
  if (wanted.liveMax !== undefined) await requireRoom(tx, wanted.userId, wanted.liveMax);
  const token = newTokenText();
  const { id } = await save(tx, wanted, tokenHash(token));
  return { id, token };
}

/** Checks the limit under a lock, so that two simultaneous requests cannot both use the last free slot. */
async function requireRoom(tx: Tx, userId: number, liveMax: number): Promise<void> {
  await lockUserForCounts(tx, userId);
  if ((await countPersonalTokens(tx, userId)) < liveMax) return;
  throw Problem.invalid({ name: [`You have ${liveMax} tokens, as many as you may. Revoke one first.`] });
}

async function save(tx: Tx, wanted: NewPersonalToken, hash: Buffer): Promise<Token> {
  const token = await insertPersonalToken(tx, {
    userId: wanted.userId,
    kind: 'PERSONAL',
    name: wanted.name,
    tokenHash: hash,
    scopes: wanted.scopes ? [...wanted.scopes] : null,
    accountIds: wanted.accountIds ? [...wanted.accountIds] : null,
    version: 1,
    legacyId: null,
    expiresAt: wanted.expiresAt ?? inOneYear(),
    revokedAt: null,
    lastUsedAt: null,
  });
  const { userId, address } = wanted;
  const details = { token_id: token.id, name: wanted.name, ...wanted.details };
  await recordSecurityEvent(tx, { userId, kind: 'TOKEN_CREATED', address, details });
  await publishTokenGrant(tx, token);
  return token;
}

interface ChangedBy {
  /** The tokens' user; absent: any user. */
  readonly userId?: number;
  readonly address?: string | null;
  /** Further members of the event's details. */
  readonly details?: SecurityEvent['details'];
}

/**
 * A revoked token is invalid from the next request on here, and within a second at other gateways.
 * @returns whether there was one to revoke, of the user if one is named
 */
export async function revokeToken(database: Database, tokenId: number, by: ChangedBy = {}): Promise<boolean> {
  const isRevoked = await database.transaction((tx) => revoke(tx, tokenId, by));
  recentAccess(database).forget();
  return isRevoked;
}

/** Revokes all personal tokens of a user. @returns how many */
export async function revokeTokensOf(tx: Tx, userId: number, by: Omit<ChangedBy, 'userId'>): Promise<number> {
  const live = await personalTokenIds(tx, userId);
  for (const id of live) await revoke(tx, id, { ...by, userId });
  return live.length;
}

/** Revokes and deletes a token. @returns whether there was one */
export async function deletePersonalToken(
  database: Database,
  tokenId: number,
  by: ChangedBy,
): Promise<boolean> {
  const isDeleted = await database.transaction(async (tx) => {
    await revoke(tx, tokenId, by);
    return deletePersonalTokenRow(tx, tokenId, by.userId ?? null);
  });
  recentAccess(database).forget();
  return isDeleted;
}

async function revoke(tx: Tx, tokenId: number, { userId, address, details }: ChangedBy): Promise<boolean> {
  const token = await revokePersonalToken(tx, tokenId, userId ?? null);
  if (!token) return false;
  await recordSecurityEvent(tx, {
    userId: token.userId,
    kind: 'TOKEN_REVOKED',
    address,
    details: { token_id: token.id, name: token.name, ...details },
  });
  await publishTokenGrant(tx, token);
  return true;
}

const ENDS = {
  laterEnd: 'A token ends after one year at the latest.',
  pastEnd: 'This time is past.',
};

/** Returns the end of a new token: the requested one, but at most a year from now. @throws Problem (invalid) */
export async function endOfNewToken(tx: Tx, wanted: Date | undefined): Promise<Date> {
  const now = await databaseTime(tx);
  const latest = inOneYear(now);
  return earlierEnd(latest, wanted, now, ENDS) ?? latest;
}

function inOneYear(now = new Date()): Date {
  const day = new Date(now);
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day;
}
