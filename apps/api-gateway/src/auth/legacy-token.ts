import { tokenHash } from './token-text';

/** `{id}|{secret}`: the format from before tokens had a prefix. */
export interface LegacyToken {
  readonly id: number;
  /** SHA-256 of the secret alone, the stored form of such tokens. */
  readonly secretHash: Buffer;
}

/** Since when the format is deprecated, for `Deprecation` (RFC 9745). */
const DEPRECATED_SINCE = new Date('2026-01-01T00:00:00Z');

/** The parts of a token in the legacy format; null for other texts. */
export function parseLegacyToken(text: string): LegacyToken | null {
  const [, id, secret] = /^([1-9][0-9]{0,14})\|([0-9A-Za-z]{20,100})$/.exec(text) ?? [];
  if (id === undefined || secret === undefined) return null;
  return { id: Number(id), secretHash: tokenHash(secret) };
}

/** The headers of an answer to a request with a legacy token. @param until when such tokens end */
export function legacyHeaders(until: Date): Record<string, string> {
  return {
    deprecation: `@${DEPRECATED_SINCE.getTime() / 1000}`,
    sunset: until.toUTCString(),
  };
}
