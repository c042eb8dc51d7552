import { hash } from 'node:crypto';

const HASH_LENGTH = 20;

/**
 * Returns a short digest (120 bits) of a JSON value, independent of the order of members: rules that add the same
 * fields in another order give the same document.
 */
export function documentHash(value: unknown): string {
  return shortHash(JSON.stringify(sorted(value)));
}

/** Returns a short digest of a text. */
export function shortHash(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, HASH_LENGTH);
}

/** Returns a copy with the members of every object sorted; this is faster than writing the JSON piece by piece. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) copy[name] = sorted(members[name]);
  return copy;
}
