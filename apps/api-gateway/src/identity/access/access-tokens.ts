import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { API_GATEWAY_CONFIG, type ApiGatewayConfig } from '../../api-gateway.config';
import { Access } from './access';
import { RecentAccess, recentAccess } from './recent-access';
import { findValidLegacyToken, findValidToken, TokenRow } from '../authorizations/tokens.store';
import { accessFromRow } from './token-row';
import { isTokenText, tokenHash } from '../codes/token-text';
import { TokenUses } from './token-uses';

/**
 * Finds the access of tokens, by one indexed query each, and caches it for a moment: a revoked token is invalid from
 * the next request on at the gateway that revoked it, and within a second at the others.
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

  /** Access that the token was granted; null if it is unknown, expired (by the database's clock) or revoked. */
  async accessOf(token: string): Promise<Access | null> {
    const hash = tokenHash(token);
    const key = hash.toString('base64');
    const known = this.recent.get(key);
    if (known) return known;
    if (isTokenText(token)) {
      return this.recent.remember(key, () => this.found(findValidToken(this.database, hash)));
    }
    return this.config.legacyTokensUntil ? this.legacyAccessOf(token, key) : null;
  }

  private async legacyAccessOf(token: string, key: string): Promise<Access | null> {
    const legacy = parseLegacyToken(token);
    if (!legacy) return null;
    return this.recent.remember(key, () =>
      this.found(findValidLegacyToken(this.database, legacy, this.config.legacyTokensUntil)),
    );
  }

  private async found(
    token: Promise<TokenRow | undefined>,
  ): Promise<{ access: Access; expiresInMs: number } | null> {
    const row = await token;
    if (!row) return null;
    if (row.use_is_stale) this.uses.note(row.id);
    return { access: accessFromRow(row), expiresInMs: row.expires_in_ms };
  }
}

/** A token in the format `{id}|{secret}`, from before tokens had a prefix. */
interface LegacyToken {
  readonly id: number;
  /** SHA-256 of the secret alone, the stored form of such tokens. */
  readonly secretHash: Buffer;
}

/** Date of the format's deprecation, for `Deprecation` (RFC 9745). */
const DEPRECATED_SINCE = new Date('2026-01-01T00:00:00Z');

/** The parts of a token in the legacy format; null for other texts. */
function parseLegacyToken(text: string): LegacyToken | null {
  const [, id, secret] = /^([1-9][0-9]{0,14})\|([0-9A-Za-z]{20,100})$/.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  return { id: Number(id), secretHash: tokenHash(secret) };
}

/** The headers of a response to a request with a legacy token. @param until end of all legacy tokens */
export function legacyHeaders(until: Date): Record<string, string> {
  return {
    deprecation: `@${DEPRECATED_SINCE.getTime() / 1000}`,
    sunset: until.toUTCString(),
  };
}
