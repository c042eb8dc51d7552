import type { FastifyInstance } from 'fastify';
import type { BudgetaState } from './budgeta.state';
import type { BudgetaUser } from './budgeta-user';
import { invalid } from '../server/problem';
import { budgetaLedger } from './budgeta.ledger';

/** Whom it is about; absent: the household. */
interface OfUser {
  Querystring: { login?: string };
}

/** The levers at BUDGETA. */
export function budgetaControl(app: FastifyInstance, state: BudgetaState): void {
  app.get<OfUser>('/ledger/budgeta', async (request) => budgetaLedger(state, userOf(state, request.query)));
  app.post('/budgeta/users', async (_request, reply) => {
    const { user, token } = state.addUser();
    return reply.code(201).send({ login: user.login, token, plan_id: user.budget.id });
  });
  app.post('/budgeta/tokens/expire', async (_request, reply) => {
    state.oauth.expireAccessTokens();
    return reply.code(204).send();
  });
  app.post('/budgeta/tokens/revoke', async (_request, reply) => {
    state.oauth.revokeAll();
    return reply.code(204).send();
  });
  // As when the user deletes the budget, or restores it.
  app.put<OfUser>('/budgeta/household', async (request, reply) => {
    const { deleted } = (request.body ?? {}) as { deleted?: unknown };
    if (typeof deleted !== 'boolean')
      return reply.code(400).send({ message: 'deleted must be true or false' });
    userOf(state, request.query).budgetIsDeleted = deleted;
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/budgeta/accounts/:id', async (request, reply) => {
    const book = state.bookOf(request.params.id);
    if (!book) return reply.code(404).send({ message: 'No such account.' });
    book.close();
    return reply.code(204).send();
  });
}

/** @throws Problem if nobody has the login */
function userOf(state: BudgetaState, { login }: OfUser['Querystring']): BudgetaUser {
  const user = login === undefined ? state.household : state.userWith(login);
  if (!user) throw invalid(`nobody at BUDGETA has the login ${login}`);
  return user;
}
