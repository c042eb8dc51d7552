import { groupBy, ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { countOf, ReplayedPart } from '@tributary/service';
import { TRANSACTIONS_PER_MESSAGE_MAX } from '../../shaping/results/shaped-transactions';
import {
  COUNT_PUBLISHED,
  nextPublished,
  PublishedRow,
} from '../../shaping/results/shaped-transactions.store';

/**
 * Transactions in the order of accounts, so that messages are full. Removed ones are included, because consumers need
 * them, except those that were removed before they arrived: they have no document and were never published.
 */
export const SHAPED_TRANSACTIONS: ReplayedPart = {
  name: 'transactions',
  total: (database) => countOf(database, COUNT_PUBLISHED),
  page: async (tx, [accountId = 0, transactionId = 0], limit) => {
    const rows = await nextPublished(tx, { accountId, transactionId }, limit);
    const last = rows.at(-1);
    if (!last) return { events: [], rows: 0, position: null };
    return { events: toEvents(rows), rows: rows.length, position: [last.accountId, last.id] };
  },
};

function toEvents(rows: readonly PublishedRow[]) {
  return [...groupBy(rows, ({ accountId }) => accountId)].flatMap(([financialAccountId, ofAccount]) => {
    const { userId = 0, updatedAt: occurredAt = new Date() } = ofAccount[0] ?? {};
    return cutForMessages(ofAccount.map(toSized), TRANSACTIONS_PER_MESSAGE_MAX).map((transactions) => ({
      event: event(TransactionShapedV1, financialAccountId, {
        financialAccountId,
        userId,
        cause: 'INGESTED',
        transactions,
      }),
      occurredAt,
    }));
  });
}

/** Leaves out the links' outputs, which the gateway does not need. */
function toSized({ accountId: _account, userId: _user, createdAt, updatedAt, ...members }: PublishedRow) {
  const item: ShapedTransaction = {
    ...members,
    outputs: [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  return { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
}
