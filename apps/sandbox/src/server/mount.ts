import { FastifyInstance } from 'fastify';

/**
 * Serves routes below a prefix, in a separate Fastify scope. The scope has a name, because Fastify searches all loaded
 * modules for the name of a nameless scope, which takes longer than the start of the server.
 */
export function mount(app: FastifyInstance, prefix: string, routes: (scope: FastifyInstance) => void): void {
  const scope = async (instance: FastifyInstance): Promise<void> => routes(instance);
  app.register(Object.assign(scope, { [Symbol.for('fastify.display-name')]: prefix || 'unprefixed' }), {
    prefix,
  });
}
