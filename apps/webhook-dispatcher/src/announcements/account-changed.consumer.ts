import { Controller, Inject } from '@nestjs/common';
import {
  addAll,
  AccountDeletedV1,
  accountResource,
  AccountUpsertedV1,
  CanonicalEvent,
  KnownAccount,
} from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { loadAccounts, recordAccounts, unseenAccount } from './accounts.store';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { Change } from './changes/change';
import { deleteEventsOfAccounts } from './recorded-events.store';
import { uniqueKeyBatches } from './changes/unique-key-batches';

type Upserted = ReceivedEvent<typeof AccountUpsertedV1>;
type Deleted = ReceivedEvent<typeof AccountDeletedV1>;

/** Stores accounts, and announces new, changed and deleted ones. */
@Controller()
export class AccountChangedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(AccountUpsertedV1)
  async announceUpserted(events: readonly Upserted[], tx: Tx): Promise<void> {
    const changedEvents: { event: Upserted; change: Change }[] = [];
    for (const batch of uniqueKeyBatches(events, ({ payload }) => payload.id)) {
      const changes = await recordAccounts(
        tx,
        batch.map(({ payload }) => payload),
      );
      addAll(
        changedEvents,
        batch.map((event) => ({ event, change: changes.get(event.payload.id) ?? 'NONE' })),
      );
    }
    const published = changedEvents.filter(({ change }) => change !== 'NONE');
    const known = await loadAccounts(tx, [...new Set(published.map(({ event }) => event.payload.id))]);
    const announcements = published.map(({ event, change }) => {
      const { payload } = event;
      const account = { ...payload, balance: known.get(payload.id)?.balance ?? null };
      return announcementOf(event, change === 'CREATED' ? 'account.created' : 'account.updated', account);
    });
    await this.announcer.announce(tx, announcements);
  }

  @OnEvent(AccountDeletedV1)
  async announceDeleted(events: readonly Deleted[], tx: Tx): Promise<void> {
    const announcements: Announcement[] = [];
    for (const batch of uniqueKeyBatches(events, ({ payload }) => payload.id)) {
      const states = batch.map(({ payload }) => ({
        ...payload,
        createdAt: null,
        updatedAt: null,
        document: null,
      }));
      // A tombstone has no document, so the last stored one is read first.
      const known = await loadAccounts(
        tx,
        states.map(({ id }) => id),
      );
      const changes = await recordAccounts(tx, states);
      const gone = batch.filter(({ payload }) => isGone(changes.get(payload.id), known.has(payload.id)));
      for (const event of gone) {
        const { id } = event.payload;
        announcements.push(announcementOf(event, 'account.deleted', known.get(id) ?? unseenAccount(id)));
      }
    }
    await deleteEventsOfAccounts(
      tx,
      events.map(({ payload }) => payload.id),
    );
    await this.announcer.announce(tx, announcements);
  }
}

/** A deletion is announced once, also if it is the first event that arrives of the account. */
function isGone(change: Change | undefined, wasKnown: boolean): boolean {
  return change === 'REMOVED' || (change === 'NONE' && !wasKnown);
}

function announcementOf(
  cause: Upserted | Deleted,
  type: Extract<CanonicalEvent, `account.${string}`>,
  account: KnownAccount,
): Announcement {
  return {
    cause,
    type,
    userId: cause.payload.userId,
    about: { kind: 'account', accountId: account.id },
    part: 0,
    data: { financial_account: accountResource(account) },
  };
}
