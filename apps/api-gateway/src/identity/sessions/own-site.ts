import type { FastifyRequest } from 'fastify';
import { SessionRefusedError } from '@tributary/http';

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Whether a page of this site made the request. Browsers state the origin in headers that no script can set. A request
 * without them comes from no browser, or from one that is too old to be safe with a session. Over plain HTTP, however,
 * browsers omit them on a site's own reading requests; there `lax` cookies, which no other site's requests carry, are
 * enough.
 */
export function isFromOwnSite(
  { headers, host, method }: Pick<FastifyRequest, 'headers' | 'host' | 'method'>,
  publicUrl: string | null,
  isPlainHttpAllowed: boolean,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined && isPlainHttpAllowed) return READING.includes(method);
  if (origin === undefined || !URL.canParse(origin)) return false;
  return publicUrl === null ? new URL(origin).host === host : origin === new URL(publicUrl).origin;
}

/** @throws SessionRefusedError */
export function requireOwnSite(
  request: FastifyRequest,
  publicUrl: string | null,
  isPlainHttpAllowed: boolean,
): void {
  if (!isFromOwnSite(request, publicUrl, isPlainHttpAllowed)) throw new SessionRefusedError('FOREIGN');
}
