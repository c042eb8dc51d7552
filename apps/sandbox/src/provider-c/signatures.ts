import { createHmac, timingSafeEqual } from 'node:crypto';

/** A client's credentials. A personal key gives access to its owner's accounts and registers no user. */
export interface ProviderCKey {
  readonly clientId: string;
  readonly consumerKey: string;
  readonly kind: 'commercial' | 'personal';
}

/** Whether the `Signature` header is the one of exactly this request. */
export function isSigned(
  key: ProviderCKey,
  signature: string | undefined,
  request: { readonly path: string; readonly query: string; readonly body: unknown },
): boolean {
  if (signature === undefined) return false;
  const { path, query, body } = request;
  const isEmpty = body === undefined || body === null || Object.keys(body).length === 0;
  const text = sortedJson({ content: isEmpty ? null : body, path, query });
  const expected = createHmac('sha256', key.consumerKey).update(text, 'utf8').digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** JSON with the keys of every object in order, without whitespace. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join(',')}}`;
}
