import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { Access, TokenKind } from './access';
import { Plan } from './plans';
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
}

/** Looks tokens up, one indexed query each: a revoked one does not count from the next request on. */
@Injectable()
export class AccessTokens {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** What the token was granted; null where it is unknown, expired (by the database's clock) or revoked. */
  async accessOf(token: string): Promise<Access | null> {
    if (!isTokenText(token)) return null;
    const [row] = await this.database.query<TokenRow>(
      `select t.id, t.user_id, t.kind, t.scopes, t.account_ids, u.plan,
              t.last_used_at is null or t.last_used_at < now() - interval '1 minute' as use_is_stale
         from tokens t join users u on u.id = t.user_id
        where t.token_hash = $1 and t.revoked_at is null and t.expires_at > now()`,
      [tokenHash(token)],
    );
    if (!row) return null;
    if (row.use_is_stale) await this.noteUse(row.id);
    const scopes = row.scopes && new Set(row.scopes);
    const accountIds = row.account_ids && row.account_ids.map(Number);
    return new Access(row.id, row.user_id, row.plan, row.kind, scopes, accountIds);
  }

  private async noteUse(tokenId: number): Promise<void> {
    await this.database.execute(
      `update tokens set last_used_at = now()
        where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
      [tokenId],
    );
  }
}
