import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sendJsonText } from '../server/json-reply';
import type { StoredTransaction } from './account-book';
import type { Budget } from './budget';
import type { TransactionFields } from './budget-transaction';
import type { BudgetaState } from './budgeta.state';
import { badRequest, problem, resourceNotFound } from './problem';
import { badRow, transactionFields } from './transaction-fields';

interface OfPlan {
  Params: { plan: string };
}

interface OfTransaction {
  Params: { plan: string; id: string };
}

/** Creating, changing and deleting transactions. A bulk with one bad row is refused as a whole. */
export function transactionWriteRoutes(app: FastifyInstance, state: BudgetaState, segment: string): void {
  const path = `/${segment}/:plan/transactions`;
  app.post<OfPlan>(path, async (request, reply) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    const { rows, isSingle } = rowsOf(request.body);
    const fields = rows.map((row, index) =>
      newRow(budget, row, isSingle ? null : index, state.clock.today()),
    );
    const partial = acceptedPart(request, fields);
    const { created, duplicateImportIds } = budget.create(partial ?? fields);
    state.recordDuplicates(budget, duplicateImportIds.length);
    if (partial) throw problem(String(request.fault?.status ?? 500), 'The request could not be served');
    if (isSingle && created.length === 0) {
      throw problem('409', 'A transaction with the same import_id already exists');
    }
    return sendJsonText(reply.code(201), writtenText(budget, created, duplicateImportIds, isSingle));
  });

  app.patch<OfPlan>(path, async (request, reply) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    const { rows } = rowsOf(request.body);
    const changes = rows.map((row, index) => changedRow(budget, row, index, state.clock.today()));
    const updated = changes.map(({ id, fields }) => budget.update(id, fields));
    return sendJsonText(reply, writtenText(budget, updated, [], false));
  });

  app.get<OfTransaction>(`${path}/:id`, async (request) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    return { data: { transaction: budget.living(request.params.id), server_knowledge: budget.knowledge } };
  });
  app.put<OfTransaction>(`${path}/:id`, async (request) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    const { transaction } = (request.body ?? {}) as { transaction?: unknown };
    const fields = transactionFields(transaction, null, state.clock.today());
    const { row } = budget.update(request.params.id, fields);
    return { data: { transaction: row, server_knowledge: budget.knowledge } };
  });
  app.delete<OfTransaction>(`${path}/:id`, async (request) => {
    const budget = request.budgetaUser.budgetOf(request.params.plan);
    const { row } = budget.delete(request.params.id);
    return { data: { transaction: row, server_knowledge: budget.knowledge } };
  });
}

function rowsOf(body: unknown): { rows: readonly unknown[]; isSingle: boolean } {
  const { transaction, transactions } = (body ?? {}) as { transaction?: unknown; transactions?: unknown };
  if (Array.isArray(transactions)) return { rows: transactions as unknown[], isSingle: false };
  if (transaction !== undefined && transaction !== null) return { rows: [transaction], isSingle: true };
  throw badRequest('transaction or transactions is required');
}

function newRow(budget: Budget, row: unknown, index: number | null, today: string): TransactionFields {
  const fields = transactionFields(row, index, today);
  for (const required of ['account_id', 'date', 'amount'] as const) {
    if (fields[required] === undefined) throw badRow(`${required} is required`, index);
  }
  const book = budget.accounts.get(fields.account_id ?? '');
  if (!book || book.isDeleted) throw badRow('account_id does not exist', index);
  return fields;
}

/** Finds the row by `id` or by `import_id`; all rows are looked up before the first is written. */
function changedRow(budget: Budget, row: unknown, index: number, today: string) {
  const fields = transactionFields(row, index, today);
  const { id } = row as { id?: unknown };
  if ((id !== undefined) === (typeof fields.import_id === 'string')) {
    throw badRow('transaction must have either id or import_id', index);
  }
  const found = typeof id === 'string' ? id : budget.idOfImport(fields.import_id ?? '', fields.account_id);
  if (found === undefined) throw resourceNotFound();
  const before = budget.living(found);
  if (fields.account_id !== undefined && fields.account_id !== before.account_id) {
    throw badRow('account_id cannot be changed', index);
  }
  return { id: found, fields };
}

/** The rows that are kept where a fault says that the bulk breaks off half-way. */
function acceptedPart(request: FastifyRequest, rows: readonly TransactionFields[]) {
  return request.fault?.kind === 'accept_part' ? rows.slice(0, request.fault.rows) : undefined;
}

function writtenText(
  budget: Budget,
  rows: readonly StoredTransaction[],
  duplicateImportIds: readonly string[],
  isSingle: boolean,
): string {
  const ids = JSON.stringify(rows.map((stored) => stored.row.id));
  const texts = rows.map((stored) => stored.text).join(',');
  const documents = isSingle ? `"transaction":${texts}` : `"transactions":[${texts}]`;
  return `{"data":{"transaction_ids":${ids},${documents},"duplicate_import_ids":${JSON.stringify(duplicateImportIds)},"server_knowledge":${budget.knowledge}}}`;
}
