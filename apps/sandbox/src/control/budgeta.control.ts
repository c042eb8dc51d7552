import type { FastifyInstance } from 'fastify';
import type { BudgetaState } from '../budgeta/budgeta.state';
import { budgetaLedger } from './budgeta.ledger';

/** The levers at BUDGETA. */
export function budgetaControl(app: FastifyInstance, state: BudgetaState): void {
  app.get('/ledger/budgeta', async () => budgetaLedger(state));
  app.post('/budgeta/tokens/expire', async (_request, reply) => {
    state.oauth.expireAccessTokens();
    return reply.code(204).send();
  });
  app.post('/budgeta/tokens/revoke', async (_request, reply) => {
    state.oauth.revokeAll();
    return reply.code(204).send();
  });
  // As when the user deletes the budget, or restores it.
  app.put('/budgeta/household', async (request, reply) => {
    const { deleted } = (request.body ?? {}) as { deleted?: unknown };
    if (typeof deleted !== 'boolean')
      return reply.code(400).send({ message: 'deleted must be true or false' });
    state.householdIsDeleted = deleted;
    return reply.code(204).send();
  });
  app.delete<{ Params: { id: string } }>('/budgeta/accounts/:id', async (request, reply) => {
    const book = state.household.accounts.get(request.params.id);
    if (!book) return reply.code(404).send({ message: 'No such account.' });
    book.close();
    return reply.code(204).send();
  });
}
