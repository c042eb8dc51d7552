import { Problem } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * Returns a request's absolute URL for clients: by the operator's setting, or else by the `Host` header.
 * @throws Problem (invalid) if the client's `Host` is impossible
 */
export function publicRequestUrl(request: FastifyRequest, publicUrl: string | null): string {
  const url = `${publicUrl ?? `${request.protocol}://${request.host}`}${request.url}`;
  if (URL.canParse(url) && (publicUrl !== null || isHost(request.host))) return url;
  throw Problem.invalid({ Host: ['The Host header must be a host name or address.'] });
}

/** A URL parser would silently read this as a path, a user or nothing. */
function isHost(text: string): boolean {
  return /^[^\s/?#@\\]+$/.test(text);
}
