import type { FastifyInstance } from 'fastify';
import { simpleFinBehaviourFrom } from './behaviour';
import { setupToken } from './simplefin.routes';
import type { SimpleFinState } from './simplefin.state';

/** The levers at the SimpleFIN server. */
export function simpleFinControl(app: FastifyInstance, state: SimpleFinState): void {
  // A user makes tokens at the server's own page; this one is for any institution of the bank.
  app.post('/simplefin/tokens', async (request, reply) => {
    const { institution = 'BERKA_1' } = (request.body ?? {}) as { institution?: unknown };
    if (typeof institution !== 'string' || !state.bank.accountsOf(institution)) {
      return reply.code(400).send({ message: 'institution must be one of the bank' });
    }
    const { secret } = state.newToken(institution);
    const setup_token = setupToken(`${request.protocol}://${request.host}/simplefin`, secret);
    return reply.code(201).send({ setup_token });
  });
  app.put('/simplefin/behaviour', async (request, reply) => {
    state.behaviour = simpleFinBehaviourFrom(request.body);
    return reply.code(204).send();
  });
  app.put('/simplefin/daily-requests', async (request, reply) => {
    const { limit } = (request.body ?? {}) as { limit?: unknown };
    if (typeof limit !== 'number') return reply.code(400).send({ message: 'limit must be a number' });
    state.dailyRequests = limit;
    return reply.code(204).send();
  });
  app.post('/simplefin/revoke', async (_request, reply) => {
    state.revokeAll();
    return reply.code(204).send();
  });
  app.get('/ledger/simplefin', async () => state.ledger());
}
