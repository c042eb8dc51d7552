import { Controller } from '@nestjs/common';
import { AccountDeletedV1, AccountUpsertedV1, BalanceSnapshottedV1 } from '@tributary/contracts';
import { appendToOutbox, OnEvent, type ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { enqueueBalancesOfAccounts } from '../balances/account-balances';
import { eraseAccounts } from './erase';
import { deleteLinksOfAccounts } from '../linking/delete-links';

interface AccountRow {
  readonly id: number;
  readonly version: number;
  readonly user_id: number;
  readonly deleted: boolean;
  readonly currency: string | null;
}

/** Keeps whose the accounts are, their currency and their last balance; links of a deleted account end with it. */
@Controller()
export class AccountConsumers {
  @OnEvent(AccountUpsertedV1)
  async upserted(events: readonly ReceivedEvent<typeof AccountUpsertedV1>[], tx: Tx): Promise<void> {
    await saveAccounts(
      tx,
      events.map(({ payload: { id, version, userId, document } }) => ({
        id,
        version,
        user_id: userId,
        deleted: false,
        currency: document.currency,
      })),
    );
  }

  @OnEvent(AccountDeletedV1)
  async deleted(events: readonly ReceivedEvent<typeof AccountDeletedV1>[], tx: Tx): Promise<void> {
    await saveAccounts(
      tx,
      events.map(({ payload: { id, version, userId } }) => ({
        id,
        version,
        user_id: userId,
        deleted: true,
        currency: null,
      })),
    );
    const ids = events.map(({ payload }) => payload.id);
    await appendToOutbox(tx, await deleteLinksOfAccounts(tx, ids));
    await eraseAccounts(tx, ids);
  }

  /** The last balance, which links that carry balances write to their destinations. */
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
    await tx.execute(
      `insert into account_balances as t (account_id, version, currency, cleared, available, snapshot_at)
       select id, version, currency, cleared, available, snapshot_at
         from jsonb_to_recordset($1) as row(id bigint, user_id bigint, version bigint, currency text,
              cleared numeric, available numeric, snapshot_at timestamptz)
        where not exists (select 1 from accounts a where a.id = row.id and a.deleted)
          and not exists (select 1 from erased_users e where e.user_id = row.user_id)
        order by id
       on conflict (account_id) do update
          set version = excluded.version, currency = excluded.currency, cleared = excluded.cleared,
              available = excluded.available, snapshot_at = excluded.snapshot_at
        where excluded.version > t.version`,
      [JSON.stringify(rows)],
    );
    await appendToOutbox(
      tx,
      await enqueueBalancesOfAccounts(
        tx,
        rows.map(({ id }) => id),
      ),
    );
  }
}

/** A deletion is final: ids are never used again. */
async function saveAccounts(tx: Tx, rows: readonly AccountRow[]): Promise<void> {
  await tx.execute(
    `insert into accounts as t (id, version, user_id, deleted, currency)
     select id, version, user_id, deleted, currency
       from jsonb_to_recordset($1) as row(id bigint, version bigint, user_id bigint, deleted boolean, currency text)
      where not exists (select 1 from erased_users e where e.user_id = row.user_id)
      order by id
     on conflict (id) do update
        set version = excluded.version, user_id = excluded.user_id, deleted = t.deleted or excluded.deleted,
            currency = excluded.currency
      where excluded.version > t.version`,
    [JSON.stringify(latest(rows))],
  );
}

/** One row each: a statement may touch a row only once. */
function latest<Row extends { readonly id: number; readonly version: number }>(rows: readonly Row[]): Row[] {
  const byId = new Map<number, Row>();
  for (const row of rows) if ((byId.get(row.id)?.version ?? 0) < row.version) byId.set(row.id, row);
  return [...byId.values()];
}
