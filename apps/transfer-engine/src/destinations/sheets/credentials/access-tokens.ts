import { Clock } from '@tributary/messaging';
import { createHash } from 'node:crypto';
import { isUserGrant, SheetsIdentity } from './credentials';

/** A token is replaced this long before it expires. */
const SPARE_MS = 120_000;

/** Gets an access token. @throws DestinationFailure */
export type FetchToken = (identity: SheetsIdentity) => Promise<{ token: string; expiresInS: number }>;

interface Kept {
  readonly token: Promise<string>;
  until: number;
}

/** Access tokens, cached in memory until they expire. */
export class AccessTokens {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly fetchToken: FetchToken,
    private readonly clock: Clock,
  ) {}

  /** Returns the identity's token; concurrent calls share one exchange. @throws DestinationFailure */
  async of(identity: SheetsIdentity): Promise<string> {
    const key = keyOf(identity);
    const known = this.kept.get(key);
    if (known && known.until > this.clock.now()) return known.token;
    this.forgetExpired();
    const kept: Kept = {
      token: this.fetch(identity, (until) => (kept.until = until)),
      until: Number.MAX_SAFE_INTEGER,
    };
    this.kept.set(key, kept);
    try {
      return await kept.token;
    } catch (error) {
      if (this.kept.get(key) === kept) this.kept.delete(key);
      throw error;
    }
  }

  /** Drops a refused token, so that the next request gets a new one. */
  forget(identity: SheetsIdentity): void {
    this.kept.delete(keyOf(identity));
  }

  private async fetch(identity: SheetsIdentity, lasts: (until: number) => void): Promise<string> {
    const { token, expiresInS } = await this.fetchToken(identity);
    lasts(this.clock.now() + expiresInS * 1000 - SPARE_MS);
    return token;
  }

  private forgetExpired(): void {
    for (const [key, { until }] of this.kept) if (until <= this.clock.now()) this.kept.delete(key);
  }
}

function keyOf(identity: SheetsIdentity): string {
  const secret = isUserGrant(identity)
    ? `${identity.subject}\n${identity.refreshToken}`
    : `${identity.clientEmail}\n${identity.privateKey}`;
  return createHash('sha256').update(secret).digest('base64');
}
