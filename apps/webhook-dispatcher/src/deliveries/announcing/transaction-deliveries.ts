import { ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { ReceivedEvent } from '@tributary/messaging';
import { cut } from '../../payloads/cut';
import { accountKeyIn } from '../../payloads/event-names';
import { Redaction } from '../../payloads/redaction';
import { accountResource, KnownAccount, transactionResource } from '../../payloads/resources';
import { Change } from './change';
import { accountLane, newDelivery, NewDelivery } from './new-delivery';
import { interestedIn, Subscription } from './subscriptions';

type ShapedEvent = ReceivedEvent<typeof TransactionShapedV1>;
type TransactionsEvent = 'transactions.created' | 'transactions.updated';

/** What one event's changed transactions are told as: creations first, then updates and removals. */
export function transactionDeliveries(
  cause: ShapedEvent,
  changes: ReadonlyMap<ShapedTransaction, Change>,
  subscriptions: readonly Subscription[],
  account: KnownAccount,
): NewDelivery[] {
  const texts = new PayloadTexts(account);
  const changed = cause.payload.transactions.filter((transaction) => changes.has(transaction));
  const isNew = (transaction: ShapedTransaction): boolean => changes.get(transaction) === 'CREATED';
  return [
    ...deliveriesOf('transactions.created', changed.filter(isNew)),
    ...deliveriesOf(
      'transactions.updated',
      changed.filter((transaction) => !isNew(transaction)),
    ),
  ];

  function deliveriesOf(type: TransactionsEvent, transactions: ShapedTransaction[]): NewDelivery[] {
    if (transactions.length === 0) return [];
    const of = { userId: cause.payload.userId, accountId: account.id };
    return interestedIn(subscriptions, type, of).flatMap((to) =>
      cut(transactions.map((transaction) => texts.transaction(transaction, to.redaction))).map(
        (items, part) =>
          newDelivery(cause, to, {
            type,
            lane: accountLane(account.id),
            part,
            dataJson: `{"${accountKeyIn(to.payloadVersion)}":${texts.account(to.redaction)},"transactions":[${items.join(',')}]}`,
          }),
      ),
    );
  }
}

/** The JSON of an account and its transactions, written once for all endpoints that see the same. */
class PayloadTexts {
  private readonly written = new Map<string, string>();

  constructor(private readonly known: KnownAccount) {}

  account(redaction: Redaction): string {
    return this.once(`account ${redaction}`, () => accountResource(this.known, redaction));
  }

  transaction(transaction: ShapedTransaction, redaction: Redaction): string {
    return this.once(`${transaction.id} ${transaction.shapedVersion} ${redaction}`, () =>
      transactionResource(this.known.id, transaction, redaction),
    );
  }

  private once(key: string, resource: () => object): string {
    let text = this.written.get(key);
    if (text === undefined) this.written.set(key, (text = JSON.stringify(resource())));
    return text;
  }
}
