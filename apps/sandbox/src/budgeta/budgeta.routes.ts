import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { FaultBoard } from '../faults/fault-board';
import { installFaults } from '../faults/install-faults';
import type { BudgetaState } from './budgeta.state';
import type { BudgetaUser } from './budgeta-user';
import { planRoutes } from './plan.routes';
import { answerProblems, Problem } from '../server/problem';
import { budgetaErrorBody, problem, tooManyRequests } from './problem';
import { transactionListRoutes } from './transaction-list.routes';
import { transactionWriteRoutes } from './transaction-write.routes';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose budget a request to BUDGETA is about. */
    budgetaUser: BudgetaUser;
  }
}

/** BUDGETA under `/budgeta/v1`, with both names that its plans have had. */
export function budgetaRoutes(app: FastifyInstance, state: BudgetaState, board: FaultBoard): void {
  answerProblems(app, (status, { message }) => problem(status < 500 ? '400' : '500', message));
  app.setNotFoundHandler((_request, reply) =>
    reply.code(404).send(problem('404.1', 'The specified URI was not found').body),
  );
  app.decorateRequest('budgetaUser');
  app.addHook('onRequest', (request, _reply, next) => {
    request.budgetaUser = state.ownerOf(tokenOf(request));
    request.budgetaUser.requests += 1;
    next();
  });
  installFaults(app, {
    target: 'budgeta',
    board,
    windows: state.retryWindows,
    retryKey: ({ budgetaUser }) => budgetaUser.retryKey,
    errorBody: budgetaErrorBody,
  });
  app.addHook('onRequest', (request, reply, next) => next(admit(state, request, reply)));
  app.get('/user', async (request) => ({ data: { user: { id: state.userIdOf(tokenOf(request) ?? '') } } }));
  for (const segment of ['plans', 'budgets'] as const) {
    planRoutes(app, state, segment);
    transactionListRoutes(app, state, segment);
    transactionWriteRoutes(app, state, segment);
  }
}

/** The token must be known and have requests left in its hour. */
function admit(state: BudgetaState, request: FastifyRequest, reply: FastifyReply): Problem | undefined {
  const token = tokenOf(request);
  if (token === undefined || state.userIdOf(token) === undefined) return problem('401', 'Unauthorized');
  const { limit, remaining, resetS } = state.quota.spend(token);
  reply.header('X-Rate-Limit', `${limit - Math.max(0, remaining)}/${limit}`);
  if (remaining >= 0) return undefined;
  state.retryWindows.open(request.budgetaUser.retryKey, resetS);
  return tooManyRequests();
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
}
