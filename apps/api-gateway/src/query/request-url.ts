import { Problem } from '@tributary/contracts';
import type { FastifyRequest } from 'fastify';

/**
 * A request's absolute URL as clients reach it from outside: by the operator's word, else by the `Host` header.
 * @throws Problem (invalid) where the client's `Host` cannot be one
 */
export function publicRequestUrl(request: FastifyRequest, publicUrl: string | null): string {
  const url = `${publicUrl ?? `${request.protocol}://${request.host}`}${request.originalUrl}`;
  if (URL.canParse(url)) return url;
  throw Problem.invalid({ Host: ['The Host header must be a host name or address.'] });
}
