import type { FastifyInstance } from 'fastify';
import { grantLevers } from '../server/levers';
import { Fields } from '../server/fields';
import { invalid, unknown } from '../server/problem';
import type { BudgetaState, BudgetaUser } from './budgeta.state';
import type { ById } from '../server/http';

/** The user that a control request is about; absent: the household. */
interface OfUser {
  Querystring: { login?: string };
}

/** The ledger of BUDGETA and its levers. */
export function budgetaControl(app: FastifyInstance, state: BudgetaState): void {
  app.get<OfUser>('/ledger/budgeta', async ({ query }) => budgetaLedger(state, userOf(state, query)));
  app.post('/budgeta/users', async (_request, reply) => {
    const { user, token } = state.addUser();
    return reply.code(201).send({ login: user.login, token, plan_id: user.budget.id });
  });
  grantLevers(app, 'budgeta', state.oauth);
  // The user deletes the budget, or restores it.
  app.put<OfUser>('/budgeta/household', async ({ body, query }) => {
    const deleted = new Fields(body).boolean('deleted');
    if (deleted === undefined) throw invalid('deleted must be true or false');
    userOf(state, query).budgetIsDeleted = deleted;
  });
  // The user renames, hides or deletes a category of the household's.
  app.put<ById>('/budgeta/categories/:id', async ({ params, body }) => {
    const { budget } = state.household;
    if (!budget.categories.find(params.id)) throw unknown('category');
    const fields = new Fields(body);
    const change = {
      name: fields.text('name'),
      hidden: fields.boolean('hidden'),
      deleted: fields.boolean('deleted'),
    };
    state.changeCategory({ budget: budget.id, id: params.id, change });
  });
  app.delete<ById>('/budgeta/accounts/:id', async ({ params }) => {
    const book = state.bookOf(params.id);
    if (!book) throw unknown('account');
    book.isDeleted = true;
  });
}

/** Returns the user with the login. @throws Problem if there is none */
function userOf(state: BudgetaState, { login }: OfUser['Querystring']): BudgetaUser {
  const user = login === undefined ? state.household : state.userWith(login);
  if (!user) throw invalid(`nobody at BUDGETA has the login ${login}`);
  return user;
}

/** Every row of the user's budget by account, deleted ones too. */
function budgetaLedger(state: BudgetaState, user: BudgetaUser): object {
  const accounts = [...user.budget.accounts.values()].map((book) => ({
    id: book.account.id,
    name: book.account.name,
    note: book.account.note,
    transactions: [...book.rows.values()].map(({ row }) => ({
      id: row.id,
      import_id: row.import_id,
      amount: row.amount,
      date: row.date,
      memo: row.memo,
      category_id: row.category_id,
      payee: row.payee_name,
      cleared: row.cleared,
      deleted: row.deleted,
    })),
  }));
  return { summary: budgetaSummary(state, user), accounts };
}

/** Counts of the user's budget and requests; renewals of access are everybody's. */
export function budgetaSummary(state: BudgetaState, user: BudgetaUser): object {
  const { budget } = user;
  const rows = [...budget.transactions()].map(({ row }) => row);
  const living = rows.filter(({ deleted }) => !deleted);
  const books = [...budget.accounts.values()];
  return {
    plan_id: budget.id,
    accounts: books.length,
    accounts_with_transactions: books.filter((book) => book.rows.size > 0).length,
    transactions: living.length,
    deleted: rows.length - living.length,
    imported: rows.filter(({ import_id: importId }) => importId !== null).length,
    sum_milliunits: living.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString(),
    duplicates_refused: budget.duplicatesRefused,
    requests: user.requests,
    refreshes: state.oauth.refreshes,
    refreshes_refused: state.oauth.refreshesRefused,
    requests_in_retry_after: state.retryWindows.earlyRequests(user.retryKey),
  };
}
