import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /** Where a browser finds the sandbox; null: where the request came to. */
    publicUrl: string | null;
  }
}

/** The origin of links that a browser follows. A service may reach the sandbox by a name that only containers resolve. */
export function browserOrigin(request: FastifyRequest): string {
  return request.server.publicUrl ?? `${request.protocol}://${request.host}`;
}
