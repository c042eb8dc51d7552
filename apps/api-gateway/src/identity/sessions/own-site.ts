import type { FastifyRequest } from 'fastify';
import { SessionRefusedError } from '@tributary/http';

const READING: readonly string[] = ['GET', 'HEAD'];

/**
 * Whether a page of this site made the request. Browsers say so in headers that no script can set. A request that says
 * nothing of it comes from no browser, or from one that is too old to be safe with a session; but over plain HTTP browsers
 * say nothing of a site's own requests that read, and cookies that are `lax` come with no other site's.
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
