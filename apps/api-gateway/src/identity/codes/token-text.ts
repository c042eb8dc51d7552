import { createHash, hash, randomBytes } from 'node:crypto';

/** Prefixes that show the kind of a token, so that a leaked one can be recognized. */
export const TOKEN_PREFIXES = {
  personal: 'trb_pat_',
  oauthAccess: 'trb_oat_',
  oauthRefresh: 'trb_ort_',
  managedApp: 'trb_mat_',
  clientSecret: 'trb_ocs_',
  session: 'trb_ses_',
  invitation: 'trb_inv_',
  consoleLink: 'trb_col_',
} as const;
export type TokenPrefix = (typeof TOKEN_PREFIXES)[keyof typeof TOKEN_PREFIXES];

/** Prefixes of tokens that a request may send as its bearer token. */
const BEARERS: readonly TokenPrefix[] = [
  TOKEN_PREFIXES.personal,
  TOKEN_PREFIXES.oauthAccess,
  TOKEN_PREFIXES.managedApp,
];

const PREFIX_LENGTH = 8;
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_BYTES = 32;
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

/** A new token: prefix, 256 random bits, and a checksum that detects a mistyped one without a look-up. */
export function newTokenText(prefix: TokenPrefix = TOKEN_PREFIXES.personal): string {
  const secret = base62(randomBytes(SECRET_BYTES), SECRET_LENGTH);
  return `${prefix}${secret}${checksumOf(prefix, secret)}`;
}

/** Whether the text can be a token with one of the prefixes. */
export function isTokenText(text: string, prefixes: readonly TokenPrefix[] = BEARERS): boolean {
  const prefix = text.slice(0, PREFIX_LENGTH);
  const secret = text.slice(PREFIX_LENGTH, PREFIX_LENGTH + SECRET_LENGTH);
  return (
    prefixes.some((one) => one === prefix) &&
    /^[0-9A-Za-z]{43}$/.test(secret) &&
    text.slice(PREFIX_LENGTH + SECRET_LENGTH) === checksumOf(prefix, secret)
  );
}

/** The stored form of a token. The secret is random, so a plain hash is enough. */
export function tokenHash(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}

function checksumOf(prefix: string, secret: string): string {
  const digest = createHash('sha256').update(`${prefix}${secret}`).digest();
  return base62(digest.subarray(0, 4), CHECKSUM_LENGTH);
}

function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (let index = 0; index < length; index += 1) {
    text = ALPHABET.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
