import type { FastifyInstance } from 'fastify';
import type { ProviderCState } from './provider-c.state';
import { brokerageChangeFromBody } from '../brokerage/brokerage-change';
import { providerCLedger } from './provider-c.ledger';

interface OfAccount {
  Params: { slug: string; account: string };
}

/** The levers at the brokers and at PROVIDER_C. */
export function providerCControl(app: FastifyInstance, state: ProviderCState): void {
  app.post<OfAccount>('/provider-c/accounts/:slug/:account/activities', async (request, reply) => {
    const { slug, account } = request.params;
    const found = state.house.change(`${slug}/${account}`, brokerageChangeFromBody(request.body));
    return found ? reply.code(204).send() : reply.code(404).send({ message: 'No such account.' });
  });
  app.put<OfAccount>('/provider-c/accounts/:slug/:account/loading', async (request, reply) => {
    const { slug, account } = request.params;
    const { loading } = (request.body ?? {}) as { loading?: unknown };
    if (loading === true) state.loading.add(`${slug}/${account}`);
    else state.loading.delete(`${slug}/${account}`);
    return reply.code(204).send();
  });
  app.put<{ Params: { id: string } }>('/provider-c/connections/:id', async (request, reply) => {
    const { disabled } = (request.body ?? {}) as { disabled?: unknown };
    if (typeof disabled !== 'boolean') {
      return reply.code(400).send({ message: 'disabled must be true or false' });
    }
    return state.connections.setDisabled(request.params.id, disabled)
      ? reply.code(204).send()
      : reply.code(404).send({ message: 'No such connection.' });
  });
  app.put('/provider-c/limits', async (request, reply) => {
    const { per_minute, account_per_minute, page_max } = (request.body ?? {}) as Record<string, unknown>;
    if (typeof per_minute === 'number') state.clientLimit.limit = per_minute;
    if (typeof account_per_minute === 'number') state.accountLimit.limit = account_per_minute;
    if (typeof page_max === 'number') state.pageMax = page_max;
    return reply.code(204).send();
  });
  app.get('/ledger/provider-c', async () => ({
    accounts: providerCLedger(state),
    connections: state.connections.all(),
  }));
}
