import type { FastifyRequest } from 'fastify';

/** The code in a link of a mail; `''` if there is none. */
export function codeIn(request: FastifyRequest): string {
  const { code } = request.query as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
}
