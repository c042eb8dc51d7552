import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { addDays } from '@tributary/money';
import type { Budget } from './budget';
import type { BudgetaState } from './budgeta.state';
import { badRequest } from './problem';

const POSTABLE_TYPES = ['checking', 'savings', 'cash', 'creditCard', 'otherAsset', 'otherLiability'];
const HISTORY_DAYS = 730;

type Segment = 'plans' | 'budgets';

/** The user's plans. `segment` is the name of the path and of the member with the list. */
export function planListRoute(app: FastifyInstance, state: BudgetaState, segment: Segment): void {
  app.get<{ Querystring: { include_accounts?: string } }>(`/${segment}`, async ({ budgetaUser, query }) => {
    const withAccounts = query.include_accounts === 'true';
    const living = budgetaUser.budgetIsDeleted ? [] : [budgetaUser.budget];
    const plans = living.map((budget) => planResource(budget, state, withAccounts));
    return { data: { [segment]: plans, [segment === 'plans' ? 'default_plan' : 'default_budget']: null } };
  });
}

/** The accounts of a plan. */
export function accountRoutes(app: FastifyInstance, state: BudgetaState): void {
  app.get<{ Querystring: { last_knowledge_of_server?: string } }>('/accounts', async ({ budget, query }) => {
    const since = Number(query.last_knowledge_of_server ?? 0);
    const changed = [...budget.accounts.values()].filter((book) => book.changedAt > since);
    return { data: { accounts: changed.map((book) => book.resource()), server_knowledge: budget.knowledge } };
  });
  app.post('/accounts', async ({ budget, body }, reply) => {
    const book = state.openAccount(budget, newAccount(body));
    return reply.code(201).send({ data: { account: book.resource(), server_knowledge: budget.knowledge } });
  });
}

/** The categories of a plan by group. */
export function categoryRoutes(app: FastifyInstance): void {
  app.get<{ Querystring: { last_knowledge_of_server?: string } }>(
    '/categories',
    async ({ budget, query }) => {
      const { last_knowledge_of_server: known } = query;
      const groups = budget.categories.groups(known === undefined ? undefined : Number(known));
      return { data: { category_groups: groups, server_knowledge: budget.knowledge } };
    },
  );
}

function newAccount(body: unknown) {
  const { name, type, balance } = ((body as { account?: unknown } | null)?.account ?? {}) as Record<
    string,
    unknown
  >;
  if (typeof name !== 'string' || name === '') throw badRequest('account.name must be a string');
  if (typeof type !== 'string' || !POSTABLE_TYPES.includes(type)) {
    throw badRequest(`account.type must be one of ${POSTABLE_TYPES.join(', ')}`);
  }
  if (typeof balance !== 'number' || !Number.isSafeInteger(balance)) {
    throw badRequest('account.balance must be an integer of milliunits');
  }
  return { id: randomUUID(), name, type, note: null, balance };
}

function planResource(budget: Budget, { clock, currency }: BudgetaState, withAccounts: boolean): object {
  const today = clock.today();
  return {
    id: budget.id,
    name: budget.name,
    last_modified_on: `${today}T00:00:00Z`,
    first_month: `${addDays(today, -HISTORY_DAYS).slice(0, 7)}-01`,
    last_month: `${today.slice(0, 7)}-01`,
    date_format: { format: 'YYYY-MM-DD' },
    currency_format: currency === null ? null : currencyFormat(currency),
    ...(withAccounts ? { accounts: [...budget.accounts.values()].map((book) => book.resource()) } : {}),
  };
}

function currencyFormat(currency: string): object {
  return {
    iso_code: currency,
    example_format: '123 456,78',
    decimal_digits: 2,
    decimal_separator: ',',
    symbol_first: false,
    group_separator: ' ',
    currency_symbol: currency === 'CZK' ? 'Kč' : currency,
    display_symbol: true,
  };
}
