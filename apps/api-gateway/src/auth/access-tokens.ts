import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { Access, TokenKind } from './access';
import { Plan } from './plans';
import { RecentAccess, recentAccess } from './recent-access';
import { isTokenText, tokenHash } from './token-text';

interface TokenRow {
  id: number;
  user_id: number;
  kind: TokenKind;
  scopes: string[] | null;
  /** The driver leaves the members of an int8 array as text. */
  account_ids: string[] | null;
  plan: Plan;
  /** The time of the last use is older than what is worth a write. */
  use_is_stale: boolean;
  expires_in_ms: number;
}

/**
 * Looks tokens up, one indexed query each, and believes the answer for a moment: a revoked one does not count
 * from the next request on at the gateway that revoked it, and within a second at the others.
 */
@Injectable()
export class AccessTokens {
  private readonly recent: RecentAccess;

  constructor(@Inject(Database) private readonly database: Database) {
    this.recent = recentAccess(database);
  }

  /** What the token was granted; null where it is unknown, expired (by the database's clock) or revoked. */
  async accessOf(token: string): Promise<Access | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.recent.get(key);
    if (known) return known;
    return isTokenText(token) ? this.recent.remember(key, () => this.lookUp(hash)) : null;
  }

  private async lookUp(hash: Buffer): Promise<{ access: Access; expiresInMs: number } | null> {
    const [row] = await this.database.query<TokenRow>(
      `select t.id, t.user_id, t.kind, t.scopes, t.account_ids, u.plan,
              t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as use_is_stale,
              (extract(epoch from t.expires_at - now()) * 1000)::float8 as expires_in_ms
         from tokens t join users u on u.id = t.user_id
        where t.token_hash = $1 and t.revoked_at is null and t.expires_at > now()`,
      [hash],
    );
    if (!row) return null;
    if (row.use_is_stale) await this.noteUse(row.id);
    const scopes = row.scopes && new Set(row.scopes);
    const accountIds = row.account_ids && row.account_ids.map(Number);
    const access = new Access(row.id, row.user_id, row.plan, row.kind, scopes, accountIds);
    return { access, expiresInMs: row.expires_in_ms };
  }

  private async noteUse(tokenId: number): Promise<void> {
    await this.database.execute(
      `update tokens set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [tokenId],
    );
  }
}
