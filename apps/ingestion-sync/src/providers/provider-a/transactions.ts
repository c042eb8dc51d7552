import { ProviderError } from '../provider.errors';
import {
  Metered,
  ProviderTransaction,
  RejectedRow,
  TransactionBatch,
  TransactionRequest,
} from '../provider.port';
import { accountPath } from './accounts';
import { ProviderAClient } from './client';
import { isJson, textOf } from './fields';
import { accountAllowance } from './rate-limits';
import { fromProvider, RowRefused } from './transaction-fields';

/**
 * One window, which comes in one answer. Rows that cannot be read are set apart, the others kept.
 * @throws ProviderError
 */
export async function fetchTransactions(
  client: ProviderAClient,
  request: TransactionRequest,
): Promise<Metered<TransactionBatch>> {
  const { from, to } = request.window;
  const { body, headers } = await client.send({
    call: 'GET transactions',
    method: 'GET',
    path: accountPath(
      request.accountExternalId,
      `transactions/?date_from=${from}${to === null ? '' : `&date_to=${to}`}`,
    ),
  });
  const allowance = accountAllowance(headers);
  const lists = isJson(body.transactions) ? body.transactions : {};
  if (!Array.isArray(lists.booked)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET transactions gave no list', allowance);
  }
  const pending = request.includePending && Array.isArray(lists.pending) ? (lists.pending as unknown[]) : [];
  const upserts: ProviderTransaction[] = [];
  const rejected: RejectedRow[] = [];
  const take = (row: unknown, booked: boolean): void => {
    const read = readRow(row, booked, request.accountCurrency);
    if ('reason' in read) rejected.push(read);
    else upserts.push(read);
  };
  for (const row of lists.booked as unknown[]) take(row, true);
  for (const row of pending) take(row, false);
  return {
    allowance,
    value: {
      upserts,
      removals: [],
      rejected,
      coverage: { from, to, includesPending: request.includePending, complete: rejected.length === 0 },
      nextCursor: null,
    },
  };
}

function readRow(
  row: unknown,
  booked: boolean,
  accountCurrency: string | null,
): ProviderTransaction | RejectedRow {
  try {
    return fromProvider(row, booked, accountCurrency);
  } catch (error) {
    if (!(error instanceof RowRefused)) throw error;
    const id = isJson(row) ? (textOf(row.internalTransactionId) ?? textOf(row.transactionId)) : undefined;
    return { providerTransactionId: id ?? null, reason: error.message, rawJson: JSON.stringify(row) };
  }
}
