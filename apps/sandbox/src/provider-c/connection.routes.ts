import type { FastifyInstance } from 'fastify';
import { type ById, sendLossless } from '../server/http';
import { BROKERAGES } from '../brokerage/brokerage-house';
import type { Connection } from './connections';
import type { ProviderCState } from './provider-c.state';
import { accountResource, connectionResource } from './wire';

export function brokerageExists(slug: string): boolean {
  return BROKERAGES.some((known) => known.slug === slug);
}

/** A user's connections. */
export function connectionRoutes(app: FastifyInstance, state: ProviderCState): void {
  app.get('/authorizations', async (request) =>
    state.connections.of(request.providerCUser).map(connectionResource),
  );
  app.get<ById>('/authorizations/:id', async (request) =>
    connectionResource(state.connections.find(request.providerCUser, request.params.id)),
  );
  app.delete<ById>('/connection/:id', async (request) => {
    const { id } = request.params;
    state.connections.delete(request.providerCUser, id);
    return { detail: 'Connection queued for deletion.', connection_id: id };
  });
  app.get<ById>('/authorizations/:id/accounts', async (request, reply) => {
    const connection = state.connections.find(request.providerCUser, request.params.id);
    return sendLossless(reply, accountsOf(state, connection));
  });
  app.get('/accounts', async (request, reply) =>
    sendLossless(
      reply,
      state.connections.of(request.providerCUser).flatMap((connection) => accountsOf(state, connection)),
    ),
  );
}

function accountsOf(state: ProviderCState, connection: Connection): object[] {
  return state.house
    .accountsOf(connection.slug)
    .map((account) =>
      accountResource(account, connection, state.house.firstDay, state.loading.has(account.profile.key)),
    );
}
