import { constants, publicEncrypt, randomInt } from 'node:crypto';
import { OperatorRequestError } from '@tributary/service';

/** Letters and digits without those that are easily confused: 0 and o, 1, i and l. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A password of 99 bits for someone to type once: `k7m2p-…`. */
export function generatedPassword(): string {
  const group = () => Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * Encrypts a secret for the operator. Only the process that requested it has the key, and discards it after use.
 * @param publicKey SPKI in base64
 * @throws OperatorRequestError
 */
export function forOperatorsEyes(secret: string, publicKey: string): string {
  try {
    const key = {
      key: Buffer.from(publicKey, 'base64'),
      format: 'der',
      type: 'spki',
      padding: constants.RSA_PKCS1_OAEP_PADDING,
      oaepHash: 'sha256',
    } as const;
    return publicEncrypt(key, Buffer.from(secret)).toString('base64');
  } catch (cause) {
    throw new OperatorRequestError('publicKey is no RSA key', { cause });
  }
}
