import { SecretBox } from '@tributary/secrets';
import { createSecretKey, KeyObject, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';

/** Creates a signing secret in the form of Standard Webhooks: 32 random bytes. */
export function newSigningSecret(): string {
  return PREFIX + randomBytes(32).toString('base64');
}

/** Returns the key of the secret's bytes. */
export function signingKey(secret: string): KeyObject {
  return createSecretKey(Buffer.from(secret.slice(PREFIX.length), 'base64'));
}

export function sealSecret(box: SecretBox, endpointId: number, secret: string): string {
  return box.seal(secret, secretContext(endpointId));
}

/**
 * Decrypts a signing secret.
 * @throws SealBrokenError
 */
export function openSecret(box: SecretBox, endpointId: number, sealed: string): string {
  return box.open(sealed, secretContext(endpointId));
}

/** The encryption context of a signing secret: it cannot be decrypted for another endpoint. */
export function secretContext(endpointId: number): string {
  return `webhook_endpoints.secret:${endpointId}`;
}
