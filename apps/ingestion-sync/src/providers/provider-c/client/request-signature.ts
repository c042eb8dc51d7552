import { createHmac } from 'node:crypto';

/** What is signed: the request exactly as it is sent. */
export interface SignedRequest {
  /** With the base URL's own path, without the query. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
  /** Null for none; an empty object counts as none. */
  readonly body: object | null;
}

/** The `Signature` header: HMAC-SHA256 under the consumer key over the request as canonical JSON, in base64. */
export function requestSignature(consumerKey: string, { path, query, body }: SignedRequest): string {
  const content = body === null || Object.keys(body).length === 0 ? null : body;
  return createHmac('sha256', consumerKey).update(canonicalJson({ content, path, query })).digest('base64');
}

/** Keys sorted at every level, without whitespace. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
