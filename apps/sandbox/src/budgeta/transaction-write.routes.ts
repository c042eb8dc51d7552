import type { FastifyInstance } from 'fastify';
import { type ById, sendJsonText } from '../server/http';
import type { StoredTransaction } from './account-book';
import type { Budget } from './budget';
import type { BudgetTransaction, TransactionFields } from './budget-transaction';
import type { BudgetaState } from './budgeta.state';
import { badRequest, problem, resourceNotFound } from './problem';
import { badRow, transactionFields } from './transaction-fields';

/** Creating, changing and deleting transactions. A bulk with one bad row is refused as a whole. */
export function transactionWriteRoutes(app: FastifyInstance, state: BudgetaState): void {
  app.post('/transactions', async (request, reply) => {
    const { budget, fault } = request;
    const { rows, isSingle } = rowsOf(request.body);
    const today = state.clock.today();
    const fields = rows.map((row, index) => newRow(budget, row, isSingle ? null : index, today));
    // The bulk breaks off half-way where a fault says so.
    const breaksOff = fault?.kind === 'accept_part';
    const { created, duplicateImportIds } = budget.create(breaksOff ? fields.slice(0, fault.rows) : fields);
    state.refuseDuplicates(budget, duplicateImportIds.length);
    if (breaksOff) throw problem(String(fault.status), 'The request could not be served');
    if (isSingle && created.length === 0) {
      throw problem('409', 'A transaction with the same import_id already exists');
    }
    return sendJsonText(reply.code(201), writtenText(budget, created, duplicateImportIds, isSingle));
  });
  app.patch('/transactions', async ({ budget, body }, reply) => {
    const today = state.clock.today();
    const changes = rowsOf(body).rows.map((row, index) => changedRow(budget, row, index, today));
    const updated = changes.map(({ id, fields }) => budget.update(id, fields));
    return sendJsonText(reply, writtenText(budget, updated, [], false));
  });
  app.get<ById>('/transactions/:id', async ({ budget, params }) => shown(budget, budget.living(params.id)));
  app.put<ById>('/transactions/:id', async ({ budget, params, body }) => {
    const { transaction } = (body ?? {}) as { transaction?: unknown };
    const fields = transactionFields(transaction, null, state.clock.today());
    return shown(budget, budget.update(params.id, fields).row);
  });
  app.delete<ById>('/transactions/:id', async ({ budget, params }) =>
    shown(budget, budget.delete(params.id).row),
  );
}

function shown(budget: Budget, transaction: BudgetTransaction): object {
  return { data: { transaction, server_knowledge: budget.knowledge } };
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
  checkCategory(budget, fields, index);
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
  checkCategory(budget, fields, index);
  return { id: found, fields };
}

/** A deleted category is refused; one that the sandbox does not list is accepted. */
function checkCategory(budget: Budget, { category_id: id }: TransactionFields, index: number | null): void {
  if (id && budget.categories.find(id)?.deleted) throw badRow('category_id does not exist', index);
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
