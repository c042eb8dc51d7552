import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sendLimit } from '../server/http';
import { answerProblems, Problem } from '../server/problem';
import { mount } from '../server/mount';
import { BROKERAGES } from '../brokerage/brokerage-house';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { accountRoutes } from './account.routes';
import { authorize, checkSignature } from './authorization';
import { connectionRoutes } from './connection.routes';
import { portalPage } from './portal.page';
import { notFound, problem, providerCErrorBody, throttled } from './problem';
import type { ProviderCState } from './provider-c.state';
import { userRoutes } from './user.routes';
import { brokerageResource } from './wire';

/** PROVIDER_C under `/provider-c`, and again under its older prefix `/provider-c/api/v1`. */
export function providerCRoutes(app: FastifyInstance, state: ProviderCState, board: FaultBoard): void {
  answerProblems(app, (status, { message }) => problem(status, message, '1000'));
  portalPage(app, state);
  mount(app, '', (api) => apiRoutes(api, state, board));
  mount(app, '/api/v1', (api) => {
    api.addHook('onSend', (_request, reply, payload, done) => {
      reply.header('Deprecation', '@1781222400');
      done(null, payload);
    });
    apiRoutes(api, state, board);
  });
}

function apiRoutes(api: FastifyInstance, state: ProviderCState, board: FaultBoard): void {
  api.addHook('onRequest', (request, reply, next) => next(spendClientLimit(state, request, reply)));
  installFaults(api, board, state, {
    target: 'provider-c',
    retryKey: retryKeyOf,
    errorBody: providerCErrorBody,
  });
  // The body is part of what is signed, so it must have been read.
  api.addHook('preHandler', (request, _reply, next) => next(checkSignature(state, request)));
  api.get('/brokerages', async () => BROKERAGES.map(({ slug }) => brokerageResource(slug)));
  userRoutes(api, state);
  mount(api, '', (guarded) => {
    guarded.decorateRequest('providerCUser', '');
    guarded.addHook('preHandler', (request, _reply, next) => next(authorize(state, request)));
    connectionRoutes(guarded, state);
    accountRoutes(guarded, state);
  });
  api.setNotFoundHandler((_request, reply) => reply.code(404).send(notFound().body));
}

/** Returns the key of a refusal's waiting time: the account, or the path if there is none. */
function retryKeyOf(request: FastifyRequest): string {
  const path = request.url.split('?')[0] ?? '';
  return /\/accounts\/[^/]+/.exec(path)?.[0] ?? path;
}

function spendClientLimit(
  state: ProviderCState,
  request: FastifyRequest,
  reply: FastifyReply,
): Problem | undefined {
  const { clientId } = request.query as { clientId?: string };
  const spent = state.clientLimit.spend(clientId ?? '');
  sendLimit(reply, 'X-RateLimit', spent);
  return spent.remaining < 0 ? throttled(spent.resetS) : undefined;
}
