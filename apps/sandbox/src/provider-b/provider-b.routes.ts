import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { answerProblems, Problem } from '../server/problem';
import { mount } from '../server/mount';
import { SCOPES } from '../metering/scope';
import { accountRoutes } from './account.routes';
import { listAspsps } from './aspsps';
import { errorBody, providerBErrorBody } from './problem';
import type { ProviderBState } from './provider-b.state';
import { authorizePage, sessionRoutes } from './session.routes';

const ACCOUNT_PATH = new RegExp(`/accounts/([0-9a-f-]{36})/(${SCOPES.join('|')})(?:\\?|$)`);

/** PROVIDER_B under `/provider-b`: the bank's page and, beside it, the API. */
export function providerBRoutes(app: FastifyInstance, state: ProviderBState, board: FaultBoard): void {
  app.addHook('preSerialization', async (_request, _reply, answer) => withoutNulls(answer));
  answerProblems(app, (status, { message }) => new Problem(status, errorBody(status, null, message)));
  authorizePage(app, state);
  mount(app, '', (api) => apiRoutes(api, state, board));
}

function apiRoutes(api: FastifyInstance, state: ProviderBState, board: FaultBoard): void {
  api.addHook('onRequest', async (request) => {
    state.firstRequestAt ??= Date.now();
    countAccountRequest(state, request);
  });
  installFaults(api, {
    target: 'provider-b',
    board,
    windows: state.retryWindows,
    retryKey: (request) => retryKeyOf(state, request),
    errorBody: providerBErrorBody,
  });
  api.addHook('onRequest', async (request) => state.application.authorize(request.headers.authorization));
  api.get('/application', async () => ({
    name: 'Sandbox application',
    description: null,
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

/** By the bank's own account, which is the same in every session. */
function countAccountRequest(state: ProviderBState, request: FastifyRequest): void {
  const [, uid = '', scope] = ACCOUNT_PATH.exec(request.url) ?? [];
  const account = state.sessions.accountBehind(uid);
  const known = SCOPES.find((it) => it === scope);
  if (account !== undefined && known) state.requests.count(account, known);
}

function retryKeyOf(state: ProviderBState, request: FastifyRequest): string {
  const [, uid = '', scope] = ACCOUNT_PATH.exec(request.url) ?? [];
  const account = state.sessions.accountBehind(uid);
  return account === undefined ? (request.url.split('?')[0] ?? '') : `${account}/${scope}`;
}

/** The same value without the members that are null. */
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
