import { Controller, Inject } from '@nestjs/common';
import { AccountDeletedV1, AccountUpsertedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { accountKeyIn, CanonicalEvent } from '../../payloads/event-names';
import { accountResource, KnownAccount } from '../../payloads/resources';
import { loadAccounts, noteAccounts } from './accounts';
import { Change } from './change';
import { DeliveryQueue } from './delivery-queue';
import { accountLane, newDelivery, NewDelivery } from './new-delivery';
import { interestedIn, loadSubscriptions, Subscription } from './subscriptions';
import { inWaves } from './waves';

type Upserted = ReceivedEvent<typeof AccountUpsertedV1>;
type Deleted = ReceivedEvent<typeof AccountDeletedV1>;

/** Follows accounts, and announces those that appear, change or go. */
@Controller()
export class AccountChangedConsumer {
  constructor(@Inject(DeliveryQueue) private readonly queue: DeliveryQueue) {}

  @OnEvent(AccountUpsertedV1)
  async takeUpserted(events: readonly Upserted[], tx: Tx): Promise<void> {
    const news: { event: Upserted; change: Change }[] = [];
    for (const wave of inWaves(events, ({ payload }) => payload.id)) {
      const changes = await noteAccounts(
        tx,
        wave.map(({ payload }) => payload),
      );
      news.push(...wave.map((event) => ({ event, change: changes.get(event.payload.id) ?? 'NONE' })));
    }
    await this.announce(tx, news);
  }

  @OnEvent(AccountDeletedV1)
  async takeDeleted(events: readonly Deleted[], tx: Tx): Promise<void> {
    for (const wave of inWaves(events, ({ payload }) => payload.id)) {
      const states = wave.map(({ payload }) => ({
        ...payload,
        createdAt: null,
        updatedAt: null,
        document: null,
      }));
      // The tombstone keeps no document, so the last one is read before.
      const known = await loadAccounts(
        tx,
        states.map(({ id }) => id),
      );
      const changes = await noteAccounts(tx, states);
      const gone = wave.filter(({ payload }) => isGone(changes.get(payload.id), known.has(payload.id)));
      if (gone.length === 0) continue;
      const subscriptions = await loadSubscriptions(tx, userIdsOf(gone));
      await this.queue.add(
        tx,
        gone.flatMap((event) =>
          accountDeliveries(
            event,
            'account.deleted',
            known.get(event.payload.id) ?? unknown(event.payload.id),
            subscriptions,
          ),
        ),
      );
    }
  }

  private async announce(tx: Tx, news: readonly { event: Upserted; change: Change }[]): Promise<void> {
    const told = news.filter(({ change }) => change !== 'NONE');
    if (told.length === 0) return;
    const subscriptions = await loadSubscriptions(tx, userIdsOf(told.map(({ event }) => event)));
    if (subscriptions.length === 0) return;
    const known = await loadAccounts(tx, [...new Set(told.map(({ event }) => event.payload.id))]);
    const deliveries = told.flatMap(({ event, change }) => {
      const { payload } = event;
      const account: KnownAccount = { ...payload, balance: known.get(payload.id)?.balance ?? null };
      const type = change === 'CREATED' ? 'account.created' : 'account.updated';
      return accountDeliveries(event, type, account, subscriptions);
    });
    await this.queue.add(tx, deliveries);
  }
}

/** A deletion is announced once, also of an account that is first heard of by its end. */
function isGone(change: Change | undefined, wasKnown: boolean): boolean {
  return change === 'REMOVED' || (change === 'NONE' && !wasKnown);
}

function unknown(id: number): KnownAccount {
  return { id, document: null, createdAt: null, updatedAt: null, balance: null };
}

function userIdsOf(events: readonly (Upserted | Deleted)[]): number[] {
  return events.map(({ payload }) => payload.userId);
}

function accountDeliveries(
  cause: Upserted | Deleted,
  type: Extract<CanonicalEvent, `account.${string}`>,
  account: KnownAccount,
  subscriptions: readonly Subscription[],
): NewDelivery[] {
  const of = { userId: cause.payload.userId, accountId: account.id };
  return interestedIn(subscriptions, type, of).map((to) =>
    newDelivery(cause, to, {
      type,
      lane: accountLane(account.id),
      dataJson: JSON.stringify({ [accountKeyIn(to.payloadVersion)]: accountResource(account, to.redaction) }),
    }),
  );
}
