import { ProviderError } from '../provider.errors';
import { Metered, TransactionBatch, TransactionRequest } from '../provider.port';
import { readRows } from '../read-rows';
import { accountPath } from './accounts';
import { ProviderAClient } from './client/client';
import { isJson, Json, textOf } from '../mapping/json-fields';
import { accountAllowance } from './client/rate-limits';
import { fromProvider } from './transaction-fields';

/**
 * Reads one window, which is one response. Unreadable rows are returned separately.
 * @throws ProviderError
 */
export async function fetchTransactions(
  client: ProviderAClient,
  accountId: string,
  request: TransactionRequest,
): Promise<Metered<TransactionBatch>> {
  const { from, to } = request.window;
  const currency = request.accountCurrency;
  const { body, headers } = await client.send({
    call: 'GET transactions',
    method: 'GET',
    path: accountPath(accountId, `transactions/?date_from=${from}${to === null ? '' : `&date_to=${to}`}`),
  });
  const allowance = accountAllowance(headers);
  const lists = isJson(body.transactions) ? body.transactions : {};
  if (!Array.isArray(lists.booked)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET transactions gave no list', allowance);
  }
  const pending = request.includePending && Array.isArray(lists.pending) ? (lists.pending as unknown[]) : [];
  const booked = await readRows(lists.booked as unknown[], (row) => fromProvider(row, true, currency), idOf);
  const notBooked = await readRows(pending, (row) => fromProvider(row, false, currency), idOf);
  const rejected = [...booked.rejected, ...notBooked.rejected.map((row) => ({ ...row, booked: false }))];
  return {
    allowance,
    value: {
      upserts: [...booked.upserts, ...notBooked.upserts],
      removals: [],
      rejected,
      coverage: { from, to, includesPending: request.includePending, complete: rejected.length === 0 },
      nextCursor: null,
      hasMore: false,
    },
  };
}

function idOf(row: Json): string | undefined {
  return textOf(row.internalTransactionId) ?? textOf(row.transactionId);
}
