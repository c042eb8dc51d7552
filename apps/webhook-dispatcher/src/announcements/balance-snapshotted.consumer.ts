import { Controller, Inject } from '@nestjs/common';
import { accountResource, addAll, BALANCE, BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Queryable } from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { loadAccounts, StoredAccount, unseenAccount } from './accounts.store';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { storeBalances } from './changes/announced.store';
import { uniqueKeyBatches } from './changes/unique-key-batches';
import { changeOf } from './changes/change';

type Snapshotted = ReceivedEvent<typeof BalanceSnapshottedV1>;

/** Announces balances whose amounts changed. */
@Controller()
export class BalanceSnapshottedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(BalanceSnapshottedV1)
  async announce(events: readonly Snapshotted[], tx: Tx): Promise<void> {
    const changedEvents: Snapshotted[] = [];
    for (const batch of uniqueKeyBatches(events, ({ payload }) => payload.financialAccountId)) {
      const changed = await recordBalances(
        tx,
        batch.map(({ payload }) => payload),
      );
      addAll(
        changedEvents,
        batch.filter(({ payload }) => changed.has(payload.financialAccountId)),
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
  const { financialAccountId: accountId, userId, available, cleared, balances } = cause.payload;
  const account = { ...(stored ?? unseenAccount(accountId)), balance: { available, cleared } };
  return [
    {
      cause,
      type: 'balance.updated',
      userId,
      about: { kind: 'account', accountId },
      part: 0,
      data: {
        financial_account: accountResource(account),
        balances: balances.map((balance) =>
          BALANCE.write(balance, { financial_account_id: String(accountId) }),
        ),
      },
    },
  ];
}

type BalanceSnapshot = EventPayload<typeof BalanceSnapshottedV1>;

/**
 * Stores the newest snapshots, at most one of each account, and returns those whose amounts differ from the last
 * announced ones. The amounts decide, not the snapshot's own flag, because a snapshot in between may have been skipped.
 */
async function recordBalances(
  tx: Queryable,
  snapshots: readonly BalanceSnapshot[],
): Promise<ReadonlySet<number>> {
  const rows = await storeBalances(
    tx,
    snapshots.map((snapshot) => ({
      accountId: snapshot.financialAccountId,
      version: snapshot.version,
      hash: balanceHash(snapshot),
      available: snapshot.available,
      cleared: snapshot.cleared,
    })),
  );
  const changed = rows.filter((row) => changeOf(row.previous_hash, row.hash) !== 'NONE');
  return new Set(changed.map((row) => row.account_id));
}

function balanceHash({ cleared, available, balances }: BalanceSnapshot): string {
  const amounts = balances.map(({ document }) => [document.type, document.amount, document.currency]);
  return createHash('sha256').update(JSON.stringify({ cleared, available, amounts })).digest('base64url');
}
