import { Controller, Inject } from '@nestjs/common';
import { addAll, accountResource, BALANCE, BalanceSnapshottedV1 } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { loadAccounts, StoredAccount, unseenAccount } from './accounts';
import { noteBalances } from './announced-balances';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { inWaves } from './changes/waves';

type Snapshotted = ReceivedEvent<typeof BalanceSnapshottedV1>;

/** Announces balances whose amounts changed. */
@Controller()
export class BalanceSnapshottedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(BalanceSnapshottedV1)
  async announce(events: readonly Snapshotted[], tx: Tx): Promise<void> {
    const news: Snapshotted[] = [];
    for (const wave of inWaves(events, ({ payload }) => payload.financialAccountId)) {
      const changed = await noteBalances(
        tx,
        wave.map(({ payload }) => payload),
      );
      addAll(
        news,
        wave.filter(({ payload }) => changed.has(payload.financialAccountId)),
      );
    }
    if (news.length === 0) return;
    const ids = news.map(({ payload }) => payload.financialAccountId);
    const accounts = await loadAccounts(tx, ids);
    await this.announcer.announce(
      tx,
      news.flatMap((event) => announcementsOf(event, accounts.get(event.payload.financialAccountId))),
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
