import { Problem } from '@tributary/contracts';
import { Database, Tx } from '@tributary/persistence';
import { databaseTime } from '../codes/database-time';
import { publishTokenGrant } from '../apps/grant-events';
import { earlierEnd, Extent, narrowed } from '../permissions/narrowed';
import { recentAccess } from '../access/recent-access';
import { recordSecurityEvent } from '../audit/security-events';
import { Token } from '../authorizations/token.entity';
import { lockPersonalToken, savePersonalToken } from '../authorizations/tokens.store';

/** The requested changes of a token. Absent members do not change. */
export interface TokenChange extends Partial<Extent> {
  readonly name?: string;
  readonly expiresAt?: Date;
}

/** The token's user, and the origin of the request. */
export interface TokenOwner {
  readonly userId: number;
  readonly address: string;
}

/**
 * Renames a personal token, removes scopes or accounts from it, or lets it end earlier. The change applies from the
 * next request on here, and within a second at other gateways. Resources that were made with the token pause if the
 * token no longer covers them.
 * @throws Problem (not_found; conflict if it has ended; invalid if it would widen)
 */
export async function changePersonalToken(
  database: Database,
  owner: TokenOwner,
  tokenId: number,
  change: TokenChange,
): Promise<void> {
  await database.transaction(async (tx) => {
    const token = await lock(tx, owner, tokenId);
    const now = await databaseTime(tx);
    const changed = await savePersonalToken(tx, changedToken(token, change, now));
    const details = { token_id: token.id, name: changed.name };
    await recordSecurityEvent(tx, { ...owner, kind: 'TOKEN_CHANGED', details });
    await publishTokenGrant(tx, changed);
  });
  recentAccess(database).forget();
}

async function lock(tx: Tx, { userId }: TokenOwner, id: number): Promise<Token> {
  const token = await lockPersonalToken(tx, userId, id);
  if (!token) throw Problem.notFound();
  return token;
}

const MORE = 'make a new token';
const ENDS = {
  laterEnd: `A token can only end earlier. For a later end, ${MORE}.`,
  pastEnd: 'This time is past. Revoke the token to end it now.',
};

function changedToken(token: Token, change: TokenChange, now: Date): Token {
  const { name = token.name } = change;
  if (token.revokedAt !== null || token.expiresAt <= now) {
    throw Problem.conflict('This token has ended: it cannot be changed. Make a new one.');
  }
  const expiresAt = earlierEnd(token.expiresAt, change.expiresAt, now, ENDS) ?? token.expiresAt;
  const granted = { scopes: token.scopes, accountIds: token.accountIds && token.accountIds.map(Number) };
  const { scopes, accountIds } = narrowed(granted, change, MORE);
  return Object.assign(new Token(), token, {
    name,
    expiresAt,
    scopes: scopes && [...scopes],
    accountIds: accountIds && [...accountIds],
    version: token.version + 1,
  });
}
