import { Controller, Inject } from '@nestjs/common';
import { addAll, accountResource, HOLDING, HoldingsSnapshottedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { cut } from '../deliveries/cut';
import { loadAccounts, StoredAccount, unseenAccount } from './accounts.store';
import { recordHoldings } from './changes/announced-holdings';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { uniqueKeyBatches } from './changes/unique-key-batches';

type Snapshotted = ReceivedEvent<typeof HoldingsSnapshottedV1>;

/** The most messages of one part of a snapshot; real parts have far fewer. */
const MESSAGES_PER_PART_MAX = 1000;

/**
 * Announces the holdings of an investment account if one changed; the announcement always has all positions of the
 * account.
 */
@Controller()
export class HoldingsSnapshottedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(HoldingsSnapshottedV1)
  async announce(events: readonly Snapshotted[], tx: Tx): Promise<void> {
    const changedEvents: Snapshotted[] = [];
    // A batch that has one part of an account twice is stored in two statements; other parts of the account may be in the
    // first.
    for (const batch of uniqueKeyBatches(
      events,
      ({ payload }) => `${payload.financialAccountId}/${payload.part}`,
    )) {
      const published = await recordHoldings(
        tx,
        batch.map(({ payload }) => payload),
      );
      addAll(
        changedEvents,
        batch.filter(({ payload }) => published.has(payload)),
      );
    }
    if (changedEvents.length === 0) return;
    const ids = changedEvents.map(({ payload }) => payload.financialAccountId);
    const accounts = await loadAccounts(tx, ids);
    await this.announcer.announce(
      tx,
      changedEvents.flatMap((event) =>
        announcementsOf(event, accounts.get(event.payload.financialAccountId)),
      ),
    );
  }
}

function announcementsOf(cause: Snapshotted, stored: StoredAccount | undefined): Announcement[] {
  if (stored?.deleted) return [];
  const { financialAccountId: accountId, userId, holdings, part: partOfSnapshot } = cause.payload;
  const financial_account = accountResource(stored ?? unseenAccount(accountId));
  const parts = cut(
    holdings.map((holding) => HOLDING.write(holding, { financial_account_id: String(accountId) })),
  );
  // An account without positions is announced, too, with an empty message.
  return (parts.length === 0 ? [[]] : parts).map((items, part) => ({
    cause,
    type: 'holdings.updated',
    userId,
    about: { kind: 'account', accountId },
    part: (partOfSnapshot - 1) * MESSAGES_PER_PART_MAX + part,
    data: { financial_account, holdings: items },
  }));
}
