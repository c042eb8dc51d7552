import { Json, textOf } from '../mapping/json-fields';
import { ProviderError } from '../provider.errors';
import { AccountAccess, Metered, TransactionBatch, TransactionRequest } from '../provider.port';
import { readRows } from '../read-rows';
import { accountPath } from './accounts';
import { ProviderBClient } from './client/client';
import { fromProvider } from './transaction-fields';

/**
 * Reads one page of a window. One request covers all statuses, because some institutions refuse requests for one status
 * and others mix them anyway; each row has its own. Unreadable rows are returned separately.
 * @throws ProviderError
 */
export async function fetchTransactions(
  client: ProviderBClient,
  access: AccountAccess,
  request: TransactionRequest,
): Promise<Metered<TransactionBatch>> {
  const { from, to } = request.window;
  const body = await client.send({
    call: 'GET transactions',
    method: 'GET',
    path: accountPath(access.accountExternalId, `transactions?${queryOf(request)}`),
    user: access.user,
  });
  if (!Array.isArray(body.transactions)) {
    throw new ProviderError({ kind: 'invalid_answer' }, 'GET transactions gave no list');
  }
  const read = await readRows(
    body.transactions as unknown[],
    (row) => fromProvider(row, request.accountCurrency),
    idOf,
  );
  const nextCursor = nextKey(body);
  const { includePending } = request;
  return {
    allowance: null,
    value: {
      upserts: includePending ? read.upserts : read.upserts.filter(({ booked }) => booked),
      removals: [],
      rejected: read.rejected,
      coverage: { from, to, includesPending: includePending, complete: read.rejected.length === 0 },
      nextCursor,
      hasMore: nextCursor !== null,
    },
  };
}

/** Further pages are requested with the same parameters as the first. */
function queryOf({ window: { from, to }, cursor }: TransactionRequest): string {
  const query = new URLSearchParams({ date_from: from });
  if (to !== null) query.set('date_to', to);
  if (cursor !== null) query.set('continuation_key', cursor);
  return query.toString();
}

/** @throws ProviderError where it is no text: taking that for the end would lose what comes after. */
function nextKey({ continuation_key: key }: Json): string | null {
  if (key === null || key === undefined || key === '') return null;
  if (typeof key === 'string') return key;
  throw new ProviderError({ kind: 'invalid_answer' }, 'GET transactions gave an unreadable key');
}

function idOf(row: Json): string | undefined {
  return textOf(row.entry_reference);
}
