import { textOf } from '../mapping/json-fields';
import { AccountAccess, Metered, TransactionBatch, TransactionRequest } from '../provider.port';
import { readRows } from '../read-rows';
import { ActivityAccount, fromProvider } from './transaction-fields';
import { ActivityPages } from './activities/activity-pages';
import { ProviderCClient } from './client/client';
import { stringifyLossless } from '../mapping/json-decimals';

/**
 * Reads the activities of one window with all pages, because only all of them together distinguish equal fills of one
 * day. Unreadable rows are returned separately.
 * @throws ProviderError
 */
export async function fetchTransactions(
  client: ProviderCClient,
  access: AccountAccess,
  request: TransactionRequest,
): Promise<Metered<TransactionBatch>> {
  const { from, to } = request.window;
  const { value: rows, allowance } = await new ActivityPages(client, access, request.window).readAll();
  const account: ActivityAccount = {
    category: request.accountCategory,
    currency: request.accountCurrency,
  };
  const { upserts, rejected } = await readRows(
    rows,
    (row) => fromProvider(row, account),
    (row) => textOf(row.id),
    stringifyLossless,
  );
  return {
    allowance,
    value: {
      upserts,
      removals: [],
      rejected,
      coverage: { from, to, includesPending: false, complete: rejected.length === 0 },
      nextCursor: null,
      hasMore: false,
    },
  };
}
