import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { bearerOf, sendLimit } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import { mount } from '../server/mount';
import { accountRoutes } from './account.routes';
import { agreementRoutes } from './agreement.routes';
import { listInstitutions, showInstitution } from './institutions';
import { invalidToken, notFound, problem, providerErrorBody, rateLimited } from './problem';
import type { ProviderAState } from './provider-a.state';
import { consentPage, requisitionRoutes } from './requisition.routes';
import { tokenRoutes } from './token.routes';

/** PROVIDER_A under `/provider-a`: the bank's consent page and the API under `/api/v2/`. */
export function providerARoutes(app: FastifyInstance, state: ProviderAState, board: FaultBoard): void {
  consentPage(app, state);
  mount(app, '/api/v2', (api) => apiRoutes(api, state, board));
  answerProblems(app, (status, { message }) => problem(status, 'Request failed', message));
}

function apiRoutes(api: FastifyInstance, state: ProviderAState, board: FaultBoard): void {
  takeEmptyBodies(api);
  api.addHook('onRequest', (request, reply, next) => {
    state.count(request);
    next(spendGeneralLimit(state, reply));
  });
  installFaults(api, board, state, {
    target: 'provider-a',
    retryKey: (request) => state.retryKey(request),
    errorBody: providerErrorBody,
  });
  tokenRoutes(api, state);
  mount(api, '', (guarded) => {
    guarded.addHook('onRequest', (request, _reply, next) => next(authorize(state, request)));
    guarded.get('/institutions/', async (request) =>
      listInstitutions(request.query as Record<string, string>),
    );
    guarded.get<{ Params: { id: string } }>('/institutions/:id/', async (request) =>
      showInstitution(state.bank, request.params.id),
    );
    agreementRoutes(guarded, state);
    requisitionRoutes(guarded, state);
    accountRoutes(guarded, state);
  });
  api.setNotFoundHandler((request, reply) => {
    const slashed = withClosingSlash(request);
    return slashed === undefined ? reply.code(404).send(notFound().body) : reply.redirect(slashed, 301);
  });
}

/** The address that a GET without the closing slash is redirected to. */
function withClosingSlash({ method, url }: FastifyRequest): string | undefined {
  const [path = '', query] = url.split('?');
  if (method !== 'GET' || path.endsWith('/')) return undefined;
  return query === undefined ? `${path}/` : `${path}/?${query}`;
}

/** JSON as usual; an empty body counts as none, whatever its content type. */
function takeEmptyBodies(api: FastifyInstance): void {
  const parse = api.getDefaultJsonParser('error', 'error');
  api.removeContentTypeParser('application/json');
  api.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, String(body), done),
  );
}

function spendGeneralLimit(state: ProviderAState, reply: FastifyReply): Problem | undefined {
  const spent = state.generalLimit.spend();
  sendLimit(reply, 'HTTP_X_RATELIMIT', spent);
  return spent.remaining < 0 ? rateLimited(`${spent.limit}/minute`, spent.resetS) : undefined;
}

function authorize(state: ProviderAState, request: FastifyRequest): Problem | undefined {
  if (request.headers.authorization === undefined) {
    return problem(401, 'Authentication failed', 'Authentication credentials were not provided.');
  }
  return state.tokens.isValid('access', bearerOf(request)) ? undefined : invalidToken();
}
