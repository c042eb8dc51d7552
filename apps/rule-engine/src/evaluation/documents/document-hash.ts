import { hash } from 'node:crypto';

const HASH_LENGTH = 20;

/**
 * A short digest (120 bits) of a JSON value that does not depend on the order of members: a document means the
 * same whichever rule added its fields first.
 */
export function documentHash(value: unknown): string {
  return shortHash(JSON.stringify(sorted(value)));
}

/** A short digest of a text. */
export function shortHash(text: string): string {
  return hash('sha1', text, 'base64url').slice(0, HASH_LENGTH);
}

/** A copy with the members of every object in order: cheaper than writing the JSON piece by piece. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const members = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(members).sort()) copy[name] = sorted(members[name]);
  return copy;
}
