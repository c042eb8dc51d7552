import { importPKCS8, SignJWT } from 'jose';
import { DestinationFailure } from '../destination.port';
import { ServiceAccount } from './credentials';
import { SHEETS_SCOPE } from './google-account';

const LIFETIME_S = 3600;

/** What a service account signs to get an access token. @throws DestinationFailure */
export async function signedAssertion(
  { clientEmail, privateKey, privateKeyId }: ServiceAccount,
  audience: string,
  nowMs: number,
): Promise<string> {
  const nowS = Math.floor(nowMs / 1000);
  try {
    return await new SignJWT({ scope: SHEETS_SCOPE })
      .setProtectedHeader({
        alg: 'RS256',
        typ: 'JWT',
        ...(privateKeyId === null ? {} : { kid: privateKeyId }),
      })
      .setIssuer(clientEmail)
      .setAudience(audience)
      .setIssuedAt(nowS)
      .setExpirationTime(nowS + LIFETIME_S)
      .sign(await importPKCS8(privateKey, 'RS256'));
  } catch (cause) {
    const reason = 'The key of the service account cannot be used to sign.';
    throw new DestinationFailure({ kind: 'unauthorized', reason }, { cause });
  }
}
