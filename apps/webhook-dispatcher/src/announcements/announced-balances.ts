import { BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { changeOf } from './changes/change';

export type BalanceSnapshot = EventPayload<typeof BalanceSnapshottedV1>;

/**
 * Stores the newest snapshots, at most one of each account, and returns those whose amounts differ from the last
 * announced ones. The amounts decide, not the snapshot's own flag, because a snapshot in between may have been skipped.
 */
export async function noteBalances(
  tx: Queryable,
  snapshots: readonly BalanceSnapshot[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ account_id: number; previous_hash: string | null; hash: string }>(
    `insert into announced_balances as t (account_id, version, hash, available, cleared)
     select * from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[])
     on conflict (account_id) do update
        set version = excluded.version, hash = excluded.hash, previous_hash = t.hash,
            available = excluded.available, cleared = excluded.cleared
      where excluded.version > t.version
     returning account_id, previous_hash, hash`,
    [
      snapshots.map((snapshot) => snapshot.financialAccountId),
      snapshots.map((snapshot) => snapshot.version),
      snapshots.map(balanceHash),
      snapshots.map((snapshot) => snapshot.available),
      snapshots.map((snapshot) => snapshot.cleared),
    ],
  );
  const changed = rows.filter((row) => changeOf(row.previous_hash, row.hash) !== 'NONE');
  return new Set(changed.map((row) => row.account_id));
}

function balanceHash({ cleared, available, balances }: BalanceSnapshot): string {
  const amounts = balances.map(({ document }) => [document.type, document.amount, document.currency]);
  return createHash('sha256').update(JSON.stringify({ cleared, available, amounts })).digest('base64url');
}
