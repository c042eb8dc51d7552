import type { FastifyInstance } from 'fastify';
import type { Controlled } from './controlled';

/**
 * `POST /reset`: no fault is set, and the banks, the brokers and their providers are as at the start. Keys and tokens of
 * the providers' clients stay good, so that a running service goes on. The destinations and the receiver are not reset.
 */
export function resetRoute(app: FastifyInstance, parts: Controlled): void {
  app.post('/reset', async (_request, reply) => {
    if (parts.keepsState) {
      const message =
        'This sandbox keeps its state in a folder: stop it, remove the folder, and start it again.';
      return reply.code(409).send({ message });
    }
    const { faults, providerA, providerB, providerC, simplefin } = parts;
    faults.clear();
    for (const one of [providerA.bank, providerC.house, providerA, providerB, providerC, simplefin])
      one.reset();
    return reply.code(204).send();
  });
}
