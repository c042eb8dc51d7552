import { FastifyInstance } from 'fastify';

/**
 * Serves routes below a prefix, in a scope of their own. The scope has a name, because Fastify looks for that of a nameless
 * one among all loaded modules, which takes a test longer than to start the server.
 */
export function mount(app: FastifyInstance, prefix: string, routes: (scope: FastifyInstance) => void): void {
  const scope = async (instance: FastifyInstance): Promise<void> => routes(instance);
  app.register(Object.assign(scope, { [Symbol.for('fastify.display-name')]: prefix || 'unprefixed' }), {
    prefix,
  });
}
