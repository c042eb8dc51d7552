import {
  accountResource,
  Fields,
  KnownAccount,
  ShapedTransaction,
  transactionResource,
  TransactionShapedV1,
} from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { cut } from '../deliveries/cut';
import { Announcement } from './announcement';
import { Change } from './changes/change';

type ShapedEvent = ReceivedEvent<typeof TransactionShapedV1>;

/** Returns the announcements of one event's changed transactions: creations first, then updates and removals. */
export function transactionAnnouncements(
  cause: ShapedEvent,
  changes: ReadonlyMap<ShapedTransaction, Change>,
  account: KnownAccount,
): Announcement[] {
  const changed = cause.payload.transactions.filter((transaction) => changes.has(transaction));
  const isNew = (transaction: ShapedTransaction): boolean => changes.get(transaction) === 'CREATED';
  const financial_account = accountResource(account);
  const published = (
    type: Announcement['type'],
    transactions: readonly ShapedTransaction[],
  ): Announcement[] =>
    cut(transactions.map((transaction) => transactionResource(account.id, transaction))).map(
      (items: Fields[], part) => ({
        cause,
        type,
        userId: cause.payload.userId,
        about: { kind: 'account', accountId: account.id },
        part,
        data: { financial_account, transactions: items },
      }),
    );
  return [
    ...published('transactions.created', changed.filter(isNew)),
    ...published(
      'transactions.updated',
      changed.filter((transaction) => !isNew(transaction)),
    ),
  ];
}
