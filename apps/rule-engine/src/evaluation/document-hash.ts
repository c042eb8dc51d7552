import { hash } from 'node:crypto';

const HASH_LENGTH = 20;

/**
 * A short digest (120 bits) of a JSON value that does not depend on the order of members: a document means the
 * same whichever rule added its fields first.
 */
export function documentHash(value: unknown): string {
  return hash('sha1', canonical(value), 'base64url').slice(0, HASH_LENGTH);
}

function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const members = value as Readonly<Record<string, unknown>>;
  let text = '';
  for (const name of Object.keys(members).sort()) {
    const member = members[name];
    if (member !== undefined) text += `${text && ','}${JSON.stringify(name)}:${canonical(member)}`;
  }
  return `{${text}}`;
}
