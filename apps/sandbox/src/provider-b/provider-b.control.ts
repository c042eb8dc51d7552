import type { FastifyInstance } from 'fastify';
import { BERKA } from '../bank/bank';
import { providerBBehaviourFrom } from './behaviour';
import type { SessionStatus } from './provider-b.events';
import type { ProviderBState } from './provider-b.state';
import { bankLedger } from '../bank/bank.ledger';

const ENDS: readonly SessionStatus[] = ['EXPIRED', 'CLOSED', 'REVOKED'];

/** The levers at PROVIDER_B and the banks behind it. */
export function providerBControl(app: FastifyInstance, state: ProviderBState): void {
  app.put('/provider-b/behaviour', async (request, reply) => {
    state.behaviour = providerBBehaviourFrom(request.body);
    return reply.code(204).send();
  });
  app.put('/provider-b/daily-calls', async (request, reply) => {
    const { limit } = (request.body ?? {}) as { limit?: unknown };
    if (typeof limit !== 'number') return reply.code(400).send({ message: 'limit must be a number' });
    state.allowances.dailyCalls = limit;
    return reply.code(204).send();
  });
  app.post('/provider-b/next-day', async (_request, reply) => {
    state.allowances.renew();
    state.retryWindows.endAll();
    return reply.code(204).send();
  });
  app.post('/provider-b/sessions/end', async (request, reply) => {
    const { status = 'EXPIRED' } = (request.body ?? {}) as { status?: unknown };
    const end = ENDS.find((known) => known === status);
    if (!end) return reply.code(400).send({ message: `status must be one of ${ENDS.join(', ')}` });
    state.sessions.endAll(end);
    return reply.code(204).send();
  });
  // It opens nothing but the sandbox.
  app.get('/provider-b/application', async () => {
    const { applicationId, privateKey } = state.application.credentials;
    return { application_id: applicationId, private_key: privateKey };
  });
  app.get<{ Querystring: { institution?: string } }>('/ledger/provider-b', async (request) => ({
    accounts: bankLedger(state, request.query.institution ?? BERKA),
  }));
}
