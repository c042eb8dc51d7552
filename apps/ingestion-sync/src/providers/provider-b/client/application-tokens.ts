import { Clock } from '@tributary/messaging';
import { importPKCS8, SignJWT } from 'jose';
import { ProviderError } from '../../provider.errors';
import { IssuedToken, TokenCache } from '../../http/token-cache';
import { ProviderBConfig } from '../config';

const ALGORITHM = 'RS256';
const ISSUER = 'enablebanking.com';
const AUDIENCE = 'api.enablebanking.com';
/** The interface allows up to 24 hours; a leaked token should expire sooner. */
const LIFETIME_S = 3600;
/** The provider's clock may be behind ours. */
const ISSUED_EARLIER_S = 10;

/** Returns tokens that the application signs itself; the provider has no call for them. */
export function applicationTokens(config: ProviderBConfig, clock: Clock): TokenCache {
  return new TokenCache(() => signedToken(config, clock), clock);
}

async function signedToken(
  { applicationId, privateKey }: ProviderBConfig,
  clock: Clock,
): Promise<IssuedToken> {
  const issuedAtS = Math.floor(clock.now() / 1000) - ISSUED_EARLIER_S;
  const access = await new SignJWT()
    .setProtectedHeader({ typ: 'JWT', alg: ALGORITHM, kid: applicationId })
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(issuedAtS)
    .setExpirationTime(issuedAtS + LIFETIME_S)
    .sign(await keyOf(privateKey));
  return { access, expiresInMs: (LIFETIME_S - ISSUED_EARLIER_S) * 1000 };
}

/** The error's cause is omitted, because it may contain the key. */
async function keyOf(privateKey: string) {
  try {
    return await importPKCS8(privateKey, ALGORITHM);
  } catch {
    throw new ProviderError({ kind: 'access_denied' }, 'the application’s private key cannot be used');
  }
}
