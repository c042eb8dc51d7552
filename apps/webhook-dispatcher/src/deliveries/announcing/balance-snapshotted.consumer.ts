import { Controller, Inject } from '@nestjs/common';
import { BalanceSnapshottedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { accountKeyIn } from '../../payloads/event-names';
import { accountResource, balanceResource, KnownAccount } from '../../payloads/resources';
import { loadAccounts, StoredAccount } from './accounts';
import { noteBalances } from './announced-balances';
import { DeliveryQueue } from './delivery-queue';
import { accountLane, newDelivery, NewDelivery } from './new-delivery';
import { interestedIn, loadSubscriptions, Subscription } from './subscriptions';
import { inWaves } from './waves';

type Snapshotted = ReceivedEvent<typeof BalanceSnapshottedV1>;

/** Announces balances whose amounts changed. */
@Controller()
export class BalanceSnapshottedConsumer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnEvent(BalanceSnapshottedV1)
  async take(events: readonly Snapshotted[], tx: Tx): Promise<void> {
    const news: Snapshotted[] = [];
    for (const wave of inWaves(events, ({ payload }) => payload.financialAccountId)) {
      const changed = await noteBalances(
        tx,
        wave.map(({ payload }) => payload),
      );
      news.push(...wave.filter(({ payload }) => changed.has(payload.financialAccountId)));
    }
    if (news.length === 0) return;
    const subscriptions = await loadSubscriptions(
      tx,
      news.map(({ payload }) => payload.userId),
    );
    if (subscriptions.length === 0) return;
    const accounts = await loadAccounts(tx, [
      ...new Set(news.map(({ payload }) => payload.financialAccountId)),
    ]);
    const deliveries = news.flatMap((event) =>
      balanceDeliveries(event, accounts.get(event.payload.financialAccountId), subscriptions),
    );
    await this.queue.add(tx, deliveries);
  }
}

function balanceDeliveries(
  cause: Snapshotted,
  stored: StoredAccount | undefined,
  subscriptions: readonly Subscription[],
): NewDelivery[] {
  if (stored?.deleted) return [];
  const { financialAccountId: accountId, userId, available, cleared, balances } = cause.payload;
  const account: KnownAccount = {
    id: accountId,
    document: stored?.document ?? null,
    createdAt: stored?.createdAt ?? null,
    updatedAt: stored?.updatedAt ?? null,
    balance: { available, cleared },
  };
  return interestedIn(subscriptions, 'balance.updated', { userId, accountId }).map((to) =>
    newDelivery(cause, to, {
      type: 'balance.updated',
      lane: accountLane(accountId),
      dataJson: JSON.stringify({
        [accountKeyIn(to.payloadVersion)]: accountResource(account, to.redaction),
        balances: balances.map((balance) => balanceResource(accountId, balance)),
      }),
    }),
  );
}
