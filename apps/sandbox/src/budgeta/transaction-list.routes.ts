import type { FastifyInstance, FastifyReply } from 'fastify';
import { sendJsonText } from '../server/http';
import { countIn, dayIn } from '../server/query';
import { addDays } from '@tributary/money';
import type { StoredTransaction } from './account-book';
import type { Budget } from './budget';
import type { BudgetaState } from './budgeta.state';
import { badRequest } from './problem';

const DEFAULT_DAYS = 365;
const A_DAY = 'a date (YYYY-MM-DD)';

interface ListQuery {
  since_date?: string;
  until_date?: string;
  type?: string;
  last_knowledge_of_server?: string;
}

interface ListRoute {
  Params: { account: string };
  Querystring: ListQuery;
}

/** Lists of transactions, of a plan and of one account. Without `since_date` they reach back one year. */
export function transactionListRoutes(app: FastifyInstance, { clock }: BudgetaState): void {
  app.get<ListRoute>('/transactions', async ({ budget, query }, reply) =>
    sendList(reply, budget, selected(budget.transactions(), query, clock.today())),
  );
  app.get<ListRoute>('/accounts/:account/transactions', async ({ budget, params, query }, reply) => {
    const rows = budget.book(params.account).rows.values();
    return sendList(reply, budget, selected(rows, query, clock.today()));
  });
}

/** Oldest first. Deleted rows are listed in a delta only. */
function selected(rows: Iterable<StoredTransaction>, query: ListQuery, today: string): StoredTransaction[] {
  const since = dayIn(query.since_date, mustBe('since_date', A_DAY)) ?? addDays(today, -DEFAULT_DAYS);
  const until = dayIn(query.until_date, mustBe('until_date', A_DAY)) ?? '9999-12-31';
  const known = countIn(query.last_knowledge_of_server, mustBe('last_knowledge_of_server', 'an integer'));
  const found: StoredTransaction[] = [];
  for (const stored of rows) {
    const { row } = stored;
    if (row.date < since || row.date > until) continue;
    if (known === undefined ? row.deleted : stored.knowledge <= known) continue;
    if (query.type === 'unapproved' && row.approved) continue;
    if (query.type === 'uncategorized' && row.category_id !== null) continue;
    found.push(stored);
  }
  return found.sort((a, b) => (a.row.date < b.row.date ? -1 : a.row.date > b.row.date ? 1 : 0));
}

function sendList(reply: FastifyReply, budget: Budget, rows: readonly StoredTransaction[]): FastifyReply {
  const texts = rows.map((stored) => stored.text).join(',');
  return sendJsonText(reply, `{"data":{"transactions":[${texts}],"server_knowledge":${budget.knowledge}}}`);
}

function mustBe(name: string, wanted: string) {
  return () => badRequest(`${name} must be ${wanted}`);
}
