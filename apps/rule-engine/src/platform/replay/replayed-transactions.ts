import { groupBy, ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { cutForMessages, event } from '@tributary/messaging';
import { countOf, ReplayedPart } from '@tributary/service';
import { TRANSACTIONS_PER_MESSAGE_MAX } from '../../shaping/shaped-transactions';

interface Row extends Omit<ShapedTransaction, 'createdAt' | 'updatedAt' | 'outputs'> {
  readonly accountId: number;
  readonly userId: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Account by account, so that messages are full. Removed ones, too, because consumers need them. One that was removed
 * before it arrived has no document, and was never published.
 */
export const SHAPED_TRANSACTIONS: ReplayedPart = {
  name: 'transactions',
  total: (database) =>
    countOf(database, 'select count(*) as count from shaped_transactions where raw is not null'),
  page: async (tx, [accountId = 0, transactionId = 0], limit) => {
    const rows = await tx.query<Row>(
      `select transaction_id as id, account_id as "accountId", user_id as "userId", raw_version as "rawVersion",
              shaped_version as "shapedVersion", removed, created_at as "createdAt", updated_at as "updatedAt",
              raw, shaped, hash
         from shaped_transactions
        where (account_id, transaction_id) > ($1, $2) and raw is not null
        order by account_id, transaction_id limit $3`,
      [accountId, transactionId, limit],
    );
    const last = rows.at(-1);
    if (!last) return { events: [], rows: 0, position: null };
    return { events: toEvents(rows), rows: rows.length, position: [last.accountId, last.id] };
  },
};

function toEvents(rows: readonly Row[]) {
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

/** Outputs stay out: what links carry does not concern the gateway. */
function toSized({ accountId: _account, userId: _user, createdAt, updatedAt, ...members }: Row) {
  const item: ShapedTransaction = {
    ...members,
    outputs: [],
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
  return { item, bytes: Buffer.byteLength(JSON.stringify(item)) };
}
