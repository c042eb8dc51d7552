import { createHash, hash, randomBytes } from 'node:crypto';

const PREFIX = 'trb_pat_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** A new token: prefix, 256 random bits, and a checksum by which a mistyped one is told without a look-up. */
export function newTokenText(): string {
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_LENGTH);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** Whether the text can be a token at all. */
export function isTokenText(text: string): boolean {
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_LENGTH);
  return (
    text.startsWith(PREFIX) &&
    /^[0-9A-Za-z]{43}$/.test(secret) &&
    text.slice(PREFIX.length + SECRET_LENGTH) === checksumOf(secret)
  );
}

/** What is kept of a token. The secret is random, so a plain hash is enough. */
export function tokenHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function checksumOf(secret: string): string {
  const digest = createHash('sha256').update(`${PREFIX}${secret}`).digest();
  return base62(digest.subarray(0, 4), CHECKSUM_LENGTH);
}

function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let place = 0; place < length; place += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
