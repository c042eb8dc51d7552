import type { FastifyRequest } from 'fastify';
import { SessionRefusedError } from '@tributary/http';

/**
 * Whether a page of this site made the request. Browsers say so in headers that no script can set. A request that says
 * nothing of it comes from no browser, or from one that is too old to be safe with a session.
 */
export function isFromOwnSite(
  { headers, host }: Pick<FastifyRequest, 'headers' | 'host'>,
  publicUrl: string | null,
): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  return publicUrl === null ? new URL(origin).host === host : origin === new URL(publicUrl).origin;
}

/** @throws SessionRefusedError */
export function requireOwnSite(request: FastifyRequest, publicUrl: string | null): void {
  if (!isFromOwnSite(request, publicUrl)) throw new SessionRefusedError('FOREIGN');
}
