import type { FastifyInstance, FastifyReply } from 'fastify';
import { isDay } from '@tributary/money';
import { sendJsonText } from '../server/json-reply';
import { addDays } from '../state/sandbox-clock';
import type { StoredTransaction } from './account-book';
import type { Budget } from './budget';
import type { BudgetaState } from './budgeta.state';
import { badRequest } from './problem';

const DEFAULT_DAYS = 365;

interface ListQuery {
  since_date?: string;
  until_date?: string;
  type?: string;
  last_knowledge_of_server?: string;
}

interface ListRoute {
  Params: { plan: string; account: string };
  Querystring: ListQuery;
}

/** Lists of transactions, of a plan and of one account. Without `since_date` they reach back one year. */
export function transactionListRoutes(app: FastifyInstance, state: BudgetaState, segment: string): void {
  app.get<ListRoute>(`/${segment}/:plan/transactions`, async (request, reply) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    return sendList(reply, budget, selected(budget.transactions(), request.query, state.clock.today()));
  });
  app.get<ListRoute>(`/${segment}/:plan/accounts/:account/transactions`, async (request, reply) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    const rows = budget.book(request.params.account).transactions();
    return sendList(reply, budget, selected(rows, request.query, state.clock.today()));
  });
}

/** Oldest first. Deleted rows are listed in a delta only. */
function selected(rows: Iterable<StoredTransaction>, query: ListQuery, today: string): StoredTransaction[] {
  const since = dateFrom(query.since_date, 'since_date') ?? addDays(today, -DEFAULT_DAYS);
  const until = dateFrom(query.until_date, 'until_date') ?? '9999-12-31';
  const known = knowledgeFrom(query.last_knowledge_of_server);
  const kept: StoredTransaction[] = [];
  for (const stored of rows) {
    const { row } = stored;
    if (row.date < since || row.date > until) continue;
    if (known === undefined ? row.deleted : stored.knowledge <= known) continue;
    if (query.type === 'unapproved' && row.approved) continue;
    if (query.type === 'uncategorized' && row.category_id !== null) continue;
    kept.push(stored);
  }
  return kept.sort((a, b) => (a.row.date < b.row.date ? -1 : a.row.date > b.row.date ? 1 : 0));
}

function sendList(reply: FastifyReply, budget: Budget, rows: readonly StoredTransaction[]): FastifyReply {
  const texts = rows.map((stored) => stored.text).join(',');
  return sendJsonText(reply, `{"data":{"transactions":[${texts}],"server_knowledge":${budget.knowledge}}}`);
}

function dateFrom(value: string | undefined, name: string): string | undefined {
  if (value === undefined || isDay(value)) return value;
  throw badRequest(`${name} must be a date (YYYY-MM-DD)`);
}

function knowledgeFrom(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,15}$/.test(value)) return Number(value);
  throw badRequest('last_knowledge_of_server must be an integer');
}
