import { Controller, Inject } from '@nestjs/common';
import { TransactionShapedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { KnownAccount } from '../../payloads/resources';
import { loadAccounts } from './accounts';
import { noteTransactions } from './announced-transactions';
import { DeliveryQueue } from './delivery-queue';
import { loadSubscriptions } from './subscriptions';
import { transactionDeliveries } from './transaction-deliveries';

/** Announces transactions that were created, changed or removed; each version once. */
@Controller()
export class TransactionShapedConsumer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnEvent(TransactionShapedV1)
  async take(events: readonly ReceivedEvent<typeof TransactionShapedV1>[], tx: Tx): Promise<void> {
    const items = events.flatMap(({ payload }) =>
      payload.transactions.map((transaction) => ({ accountId: payload.financialAccountId, transaction })),
    );
    const changes = await noteTransactions(tx, items);
    const news = events.filter(({ payload }) => payload.transactions.some((one) => changes.has(one)));
    if (news.length === 0) return;
    const subscriptions = await loadSubscriptions(
      tx,
      news.map(({ payload }) => payload.userId),
    );
    if (subscriptions.length === 0) return;
    const accounts = await loadAccounts(tx, [
      ...new Set(news.map(({ payload }) => payload.financialAccountId)),
    ]);
    const deliveries = news.flatMap((event) => {
      const account = accounts.get(event.payload.financialAccountId);
      if (account?.deleted) return [];
      return transactionDeliveries(
        event,
        changes,
        subscriptions,
        account ?? unseen(event.payload.financialAccountId),
      );
    });
    await this.queue.add(tx, deliveries);
  }
}

/** Topics have no order among each other: transactions may come before their account. */
function unseen(id: number): KnownAccount {
  return { id, document: null, createdAt: null, updatedAt: null, balance: null };
}
