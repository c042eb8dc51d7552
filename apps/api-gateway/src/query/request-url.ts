import { Problem } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * A request's absolute URL as clients reach it from outside: by the operator's word, else by the `Host` header.
 * @throws Problem (invalid) where the client's `Host` cannot be one
 */
export function publicRequestUrl(request: FastifyRequest, publicUrl: string | null): string {
  const url = `${publicUrl ?? `${request.protocol}://${request.host}`}${request.url}`;
  if (URL.canParse(url) && (publicUrl !== null || isHost(request.host))) return url;
  throw Problem.invalid({ Host: ['The Host header must be a host name or address.'] });
}

/** A URL reader passes over what else would be a path, a user or nothing. */
function isHost(text: string): boolean {
  return /^[^\s/?#@\\]+$/.test(text);
}
