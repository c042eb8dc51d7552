import type { FastifyInstance } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { bearerOf } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import { mount } from '../server/mount';
import { accountRoutes } from './account.routes';
import { listAspsps } from './aspsps';
import { errorBody, providerBErrorBody } from './problem';
import type { ProviderBState } from './provider-b.state';
import { authorizePage, sessionRoutes } from './session.routes';

/** PROVIDER_B under `/provider-b`: the bank's page and, beside it, the API. */
export function providerBRoutes(app: FastifyInstance, state: ProviderBState, board: FaultBoard): void {
  app.addHook('preSerialization', async (_request, _reply, body) => withoutNulls(body));
  answerProblems(app, (status, { message }) => new Problem(status, errorBody(status, null, message)));
  authorizePage(app, state);
  mount(app, '', (api) => apiRoutes(api, state, board));
}

function apiRoutes(api: FastifyInstance, state: ProviderBState, board: FaultBoard): void {
  api.addHook('onRequest', async (request) => state.count(request));
  installFaults(api, board, state, {
    target: 'provider-b',
    retryKey: (request) => state.retryKey(request),
    errorBody: providerBErrorBody,
  });
  api.addHook('onRequest', async (request) => state.application.authorize(bearerOf(request)));
  api.get('/application', async () => ({
    name: 'Sandbox application',
    kid: state.application.id,
    environment: 'SANDBOX',
    redirect_urls: [],
    active: true,
    countries: ['CZ', 'FI'],
    services: ['AIS'],
  }));
  api.get<{ Querystring: { country?: string; psu_type?: string } }>('/aspsps', async (request) =>
    listAspsps(state.bank, request.query),
  );
  sessionRoutes(api, state);
  accountRoutes(api, state);
  api.setNotFoundHandler((_request, reply) => reply.code(404).send(errorBody(404, null, 'Not found')));
}

/** Returns the value without the members that are null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member)]],
    ),
  );
}
