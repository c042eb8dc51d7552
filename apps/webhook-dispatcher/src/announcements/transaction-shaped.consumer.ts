import { Controller, Inject } from '@nestjs/common';
import { TransactionShapedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { loadAccounts, unseenAccount } from './accounts.store';
import { recordTransactions } from './changes/announced-transactions';
import { Announcer } from './announcer';
import { transactionAnnouncements } from './transaction-announcements';

/** Announces transactions that were created, changed or removed, each version once. */
@Controller()
export class TransactionShapedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(TransactionShapedV1)
  async announce(events: readonly ReceivedEvent<typeof TransactionShapedV1>[], tx: Tx): Promise<void> {
    const items = events.flatMap(({ payload }) =>
      payload.transactions.map((transaction) => ({ accountId: payload.financialAccountId, transaction })),
    );
    const changes = await recordTransactions(tx, items);
    const changedEvents = events.filter(({ payload }) =>
      payload.transactions.some((one) => changes.has(one)),
    );
    if (changedEvents.length === 0) return;
    const ids = changedEvents.map(({ payload }) => payload.financialAccountId);
    const accounts = await loadAccounts(tx, ids);
    const announcements = changedEvents.flatMap((event) => {
      const { financialAccountId } = event.payload;
      const account = accounts.get(financialAccountId);
      if (account?.deleted) return [];
      return transactionAnnouncements(event, changes, account ?? unseenAccount(financialAccountId));
    });
    await this.announcer.announce(tx, announcements);
  }
}
