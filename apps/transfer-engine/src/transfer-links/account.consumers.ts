import { Controller } from '@nestjs/common';
import { AccountDeletedV1, AccountUpsertedV1, BalanceSnapshottedV1 } from '@tributary/contracts';
import { appendToOutbox, OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { eraseContents } from '../transfers/transfers.store';
import { deleteBalances, upsertAccounts, upsertBalances } from '../accounts/accounts.store';
import { enqueueBalancesOfAccounts } from './balances/balance-writes';
import { deleteLinksOfAccounts } from './delete-links';

/** Stores the users, currencies and last balances of accounts, and deletes the links of deleted accounts. */
@Controller()
export class AccountConsumers {
  @OnEvent(AccountUpsertedV1)
  async upserted(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    const rows = events.map(({ payload: { id, version, userId, document } }) => ({
      id,
      version,
      user_id: userId,
      deleted: false,
      currency: document.currency,
    }));
    await upsertAccounts(tx, latest(rows));
  }

  @OnEvent(AccountDeletedV1)
  async deleted(events: readonly ReceivedEvent<typeof AccountDeletedV1>[], tx: Tx): Promise<void> {
    const rows = events.map(({ payload: { id, version, userId } }) => ({
      id,
      version,
      user_id: userId,
      deleted: true,
      currency: null,
    }));
    await upsertAccounts(tx, latest(rows));
    const ids = events.map(({ payload }) => payload.id);
    await appendToOutbox(tx, await deleteLinksOfAccounts(tx, ids));
    await eraseAccounts(tx, ids);
  }

  /** Stores the last balance, which links that carry balances write to their destinations. */
  @OnEvent(BalanceSnapshottedV1)
  async balance(events: readonly ReceivedEvent<typeof BalanceSnapshottedV1>[], tx: Tx): Promise<void> {
    const rows = latest(events.map(({ payload }) => ({ ...payload, id: payload.financialAccountId }))).map(
      ({ id, userId, version, currency, cleared, available, snapshotAt }) => ({
        id,
        user_id: userId,
        version,
        currency,
        cleared,
        available,
        snapshot_at: snapshotAt,
      }),
    );
    await upsertBalances(tx, rows);
    await appendToOutbox(
      tx,
      await enqueueBalancesOfAccounts(
        tx,
        rows.map(({ id }) => id),
      ),
    );
  }
}

/** Returns the newest row of each id, because a statement may change a row only once. */
function latest<Row extends { readonly id: number; readonly version: number }>(rows: readonly Row[]): Row[] {
  const byId = new Map<number, Row>();
  for (const row of rows) if ((byId.get(row.id)?.version ?? 0) < row.version) byId.set(row.id, row);
  return [...byId.values()];
}

/**
 * Erases the data of accounts; a sent transfer retains only its key and state. The accounts' links have ended. Rows
 * that a user undid are still deleted at the destination, which needs only the key.
 */
async function eraseAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await deleteBalances(tx, ids);
  await eraseContents(tx, ids);
}
