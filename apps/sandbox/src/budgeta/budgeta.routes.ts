import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import { authorizePage, beAuthorizationServer } from '../oauth/authorize-page';
import { acceptForms, bearerOf } from '../server/http';
import type { BudgetaState, BudgetaUser } from './budgeta.state';
import { accountRoutes, categoryRoutes, planListRoute } from './plan.routes';
import { mount } from '../server/mount';
import { answerProblems, Problem } from '../server/problem';
import type { Budget } from './budget';
import { budgetaErrorBody, problem, tooManyRequests } from './problem';
import { transactionListRoutes } from './transaction-list.routes';
import { transactionWriteRoutes } from './transaction-write.routes';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of a request to BUDGETA. */
    budgetaUser: BudgetaUser;
    /** The plan of a request to BUDGETA. */
    budget: Budget;
  }
}

interface OfPlan {
  Params: { plan: string };
}

/** BUDGETA under `/budgeta/v1`, with both names that its plans have had. */
export function budgetaRoutes(app: FastifyInstance, state: BudgetaState, board: FaultBoard): void {
  answerProblems(
    app,
    (status, { message }) => problem(status < 500 ? '400' : '500', message),
    () => problem('404.1', 'The specified URI was not found'),
  );
  app.decorateRequest('budgetaUser');
  app.addHook('onRequest', (request, _reply, next) => {
    request.budgetaUser = state.ownerOf(bearerOf(request));
    request.budgetaUser.requests += 1;
    next();
  });
  installFaults(app, board, state, {
    target: 'budgeta',
    retryKey: ({ budgetaUser }) => budgetaUser.retryKey,
    errorBody: budgetaErrorBody,
  });
  app.addHook('onRequest', (request, reply, next) => next(admit(state, request, reply)));
  app.get('/user', async (request) => ({ data: { user: { id: state.userIdOf(bearerOf(request)) } } }));
  app.decorateRequest('budget');
  for (const segment of ['plans', 'budgets'] as const) {
    planListRoute(app, state, segment);
    mount(app, `/${segment}/:plan`, (plan) => {
      plan.addHook<OfPlan>('preHandler', (request, _reply, next) => {
        request.budget = request.budgetaUser.budgetOf(request.params.plan);
        next();
      });
      accountRoutes(plan, state);
      categoryRoutes(plan);
      transactionListRoutes(plan, state);
      transactionWriteRoutes(plan, state);
    });
  }
}

/** The token must be known and have requests left in its hour. */
function admit(state: BudgetaState, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  const token = bearerOf(request);
  if (state.userIdOf(token) === undefined) return problem('401', 'Unauthorized');
  const { limit, remaining, resetS } = state.quota.spend(token);
  reply.header('X-Rate-Limit', `${limit - Math.max(0, remaining)}/${limit}`);
  if (remaining >= 0) return undefined;
  state.retryWindows.open(request.budgetaUser.retryKey, resetS);
  return tooManyRequests();
}

/** BUDGETA's authorization server, under `/budgeta/oauth`. */
export function budgetaOAuthRoutes(app: FastifyInstance, state: BudgetaState, board: FaultBoard): void {
  beAuthorizationServer(app, board, state, {
    target: 'budgeta-oauth',
    retryKey: () => `${state.household.retryKey}oauth`, // a token request names no user: it counts as the household's
  });
  acceptForms(app);
  authorizePage(app, '/authorize', state.oauth, () => ({ scope: '', isLasting: true }));
  app.post('/token', async ({ body }) => {
    const form = (body ?? {}) as Record<string, unknown>;
    const grant = state.oauth.tokens(form, { id: form['client_id'], secret: form['client_secret'] });
    return {
      access_token: grant.accessToken,
      token_type: 'bearer',
      expires_in: state.oauth.expiresInS(grant),
      refresh_token: grant.refreshToken,
    };
  });
}
