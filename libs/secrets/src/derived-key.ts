import { hkdfSync } from 'node:crypto';

/**
 * A key for one purpose, by HKDF-SHA256: its owner can compute neither the key that it was derived from nor any other.
 * @param keyBase64 at least 32 random bytes in base64 @returns 32 bytes in base64
 */
export function derivedKey(keyBase64: string, purpose: string): string {
  const derived = hkdfSync('sha256', Buffer.from(keyBase64, 'base64'), '', `tributary ${purpose}`, 32);
  return Buffer.from(derived).toString('base64');
}
