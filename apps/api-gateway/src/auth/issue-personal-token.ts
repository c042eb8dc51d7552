import { Database } from '@tributary/persistence';
import { recentAccess } from './recent-access';
import { Scope } from './scopes';
import { newTokenText, tokenHash } from './token-text';
import { Token } from './token.entity';

export interface NewPersonalToken {
  readonly userId: number;
  readonly name: string;
  /** Absent or null: all. */
  readonly scopes?: readonly Scope[] | null;
  /** Absent or null: all of the user's, also those that come later. */
  readonly accountIds?: readonly number[] | null;
  /** One year from now where absent. */
  readonly expiresAt?: Date;
}

export interface IssuedToken {
  readonly id: number;
  /** The only time that the text exists here. */
  readonly token: string;
}

/** Makes a personal access token. */
export async function issuePersonalToken(database: Database, wanted: NewPersonalToken): Promise<IssuedToken> {
  const token = newTokenText();
  const { id } = await database.dataSource.getRepository(Token).save({
    userId: wanted.userId,
    kind: 'PERSONAL',
    name: wanted.name,
    tokenHash: tokenHash(token),
    scopes: wanted.scopes ? [...wanted.scopes] : null,
    accountIds: wanted.accountIds ? [...wanted.accountIds] : null,
    expiresAt: wanted.expiresAt ?? inOneYear(),
    revokedAt: null,
    lastUsedAt: null,
  });
  return { id, token };
}

/** A revoked token does not count from the next request on here, and within a second at other gateways. */
export async function revokeToken(database: Database, tokenId: number): Promise<void> {
  await database.execute('update tokens set revoked_at = now() where id = $1 and revoked_at is null', [
    tokenId,
  ]);
  recentAccess(database).forget();
}

function inOneYear(): Date {
  const day = new Date();
  day.setUTCFullYear(day.getUTCFullYear() + 1);
  return day;
}
