import { Clock } from '@tributary/messaging';
import { importPKCS8, SignJWT } from 'jose';
import { createHash } from 'node:crypto';
import { DestinationFailure } from '../destination.port';
import { ServiceAccount } from './credentials';

const SCOPE = 'https://www.googleapis.com/auth/spreadsheets';
const LIFETIME_S = 3600;
/** A token is not used any more so long before it ends. */
const SPARE_MS = 120_000;

/** Exchanges an assertion for an access token. @throws DestinationFailure */
export type ExchangeAssertion = (assertion: string) => Promise<{ token: string; expiresInS: number }>;

interface Kept {
  readonly token: Promise<string>;
  until: number;
}

/** Access tokens of service accounts, kept in memory for the hour that they last. */
export class AccessTokens {
  private readonly kept = new Map<string, Kept>();

  constructor(
    private readonly exchange: ExchangeAssertion,
    private readonly audience: string,
    private readonly clock: Clock,
  ) {}

  /** Requests that come at the same time share one exchange. @throws DestinationFailure */
  async of(account: ServiceAccount): Promise<string> {
    const key = keyOf(account);
    const known = this.kept.get(key);
    if (known && known.until > this.clock.now()) return known.token;
    this.forgetExpired();
    const kept: Kept = {
      token: this.fetch(account, (until) => (kept.until = until)),
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

  /** It was refused: the next request gets another. */
  forget(account: ServiceAccount): void {
    this.kept.delete(keyOf(account));
  }

  private async fetch(account: ServiceAccount, lasts: (until: number) => void): Promise<string> {
    const { token, expiresInS } = await this.exchange(await this.assertion(account));
    lasts(this.clock.now() + expiresInS * 1000 - SPARE_MS);
    return token;
  }

  private async assertion({ clientEmail, privateKey, privateKeyId }: ServiceAccount): Promise<string> {
    const nowS = Math.floor(this.clock.now() / 1000);
    try {
      return await new SignJWT({ scope: SCOPE })
        .setProtectedHeader({
          alg: 'RS256',
          typ: 'JWT',
          ...(privateKeyId === null ? {} : { kid: privateKeyId }),
        })
        .setIssuer(clientEmail)
        .setAudience(this.audience)
        .setIssuedAt(nowS)
        .setExpirationTime(nowS + LIFETIME_S)
        .sign(await importPKCS8(privateKey, 'RS256'));
    } catch (cause) {
      const reason = 'The key of the service account cannot be used to sign.';
      throw new DestinationFailure({ kind: 'unauthorized', reason }, { cause });
    }
  }

  private forgetExpired(): void {
    for (const [key, { until }] of this.kept) if (until <= this.clock.now()) this.kept.delete(key);
  }
}

function keyOf({ clientEmail, privateKey }: ServiceAccount): string {
  return createHash('sha256').update(`${clientEmail}\n${privateKey}`).digest('base64');
}
