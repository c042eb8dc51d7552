import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from './access';
import { RecentAccess, recentAccess } from './recent-access';
import { accessFromRow, TokenRow, validTokensSql } from './token-row';
import { isTokenText, tokenHash } from '../codes/token-text';
import { TokenUses } from './token-uses';

/**
 * Looks tokens up, one indexed query each, and caches the result for a moment: a revoked token is invalid from the next
 * request on at the gateway that revoked it, and within a second at the others.
 */
@Injectable()
export class AccessTokens {
  private readonly recent: RecentAccess;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(TokenUses) private readonly uses: TokenUses,
    @Inject(API_GATEWAY_CONFIG) private readonly config: ApiGatewayConfig,
  ) {
    this.recent = recentAccess(database);
  }

  /** What the token was granted; null if it is unknown, expired (by the database's clock) or revoked. */
  async accessOf(token: string): Promise<Access | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.recent.get(key);
    if (known) return known;
    if (isTokenText(token)) {
      return this.recent.remember(key, () => this.lookUp(`t.kind <> 'LEGACY' and t.token_hash = $1`, [hash]));
    }
    return this.config.legacyTokensUntil ? this.legacyAccessOf(token, key) : null;
  }

  private async legacyAccessOf(token: string, key: string): Promise<Access | null> {
    const legacy = parseLegacyToken(token);
    if (!legacy) return null;
    return this.recent.remember(key, () =>
      this.lookUp(
        `t.kind = 'LEGACY' and t.legacy_id = $1 and t.token_hash = $2 and now() < $3::timestamptz`,
        [legacy.id, legacy.secretHash, this.config.legacyTokensUntil],
      ),
    );
  }

  private async lookUp(
    condition: string,
    values: readonly unknown[],
  ): Promise<{ access: Access; expiresInMs: number } | null> {
    // Planning four tables takes longer than reading their rows: half of a look-up.
    const [row] = await this.database.queryPrepared<TokenRow>(validTokensSql(condition), values);
    if (!row) return null;
    if (row.use_is_stale) this.uses.note(row.id);
    return { access: accessFromRow(row), expiresInMs: row.expires_in_ms };
  }
}

/** `{id}|{secret}`: the format from before tokens had a prefix. */
interface LegacyToken {
  readonly id: number;
  /** SHA-256 of the secret alone, the stored form of such tokens. */
  readonly secretHash: Buffer;
}

/** Since when the format is deprecated, for `Deprecation` (RFC 9745). */
const DEPRECATED_SINCE = new Date('2026-01-01T00:00:00Z');

/** The parts of a token in the legacy format; null for other texts. */
function parseLegacyToken(text: string): LegacyToken | null {
  const [, id, secret] = /^([1-9][0-9]{0,14})\|([0-9A-Za-z]{20,100})$/.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  return { id: Number(id), secretHash: tokenHash(secret) };
}

/** The headers of an answer to a request with a legacy token. @param until when such tokens end */
export function legacyHeaders(until: Date): Record<string, string> {
  return {
    deprecation: `@${DEPRECATED_SINCE.getTime() / 1000}`,
    sunset: until.toUTCString(),
  };
}
