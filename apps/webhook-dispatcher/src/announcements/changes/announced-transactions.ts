import { ShapedTransaction } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Change, changeOf, GONE, UNDER_REVIEW } from './change';
import { inWaves } from './waves';

export interface AccountTransaction {
  readonly accountId: number;
  readonly transaction: ShapedTransaction;
}

/**
 * Stores the newest version of each transaction and returns the changes for subscribers. Older and repeated versions
 * are not returned, nor transactions that were shaped again to the same result.
 */
export async function noteTransactions(
  tx: Tx,
  items: readonly AccountTransaction[],
): Promise<ReadonlyMap<ShapedTransaction, Change>> {
  const changes = new Map<ShapedTransaction, Change>();
  for (const wave of inWaves(items, ({ transaction }) => transaction.id)) {
    const previous = await upsert(tx, wave);
    for (const { transaction } of wave) {
      const before = previous.get(transaction.id);
      if (before === undefined) continue;
      const change = changeOf(before, hashOf(transaction));
      if (change !== 'NONE') changes.set(transaction, change);
    }
  }
  return changes;
}

/** @returns the last announced hashes of the newer ones, by transaction. */
async function upsert(
  tx: Tx,
  wave: readonly AccountTransaction[],
): Promise<ReadonlyMap<number, string | null>> {
  const rows = await tx.queryPrepared<{ id: number; previous_hash: string | null }>(
    `insert into announced_transactions as t (transaction_id, account_id, shaped_version, hash)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[], $4::text[])
     on conflict (transaction_id) do update
        set account_id = excluded.account_id, shaped_version = excluded.shaped_version,
            hash = case when excluded.hash = '${UNDER_REVIEW}' then t.hash else excluded.hash end,
            previous_hash = t.hash
      where excluded.shaped_version > t.shaped_version
     returning transaction_id as id, previous_hash`,
    [
      wave.map(({ transaction }) => transaction.id),
      wave.map(({ accountId }) => accountId),
      wave.map(({ transaction }) => transaction.shapedVersion),
      wave.map(({ transaction }) => hashOf(transaction)),
    ],
  );
  return new Map(rows.map((row) => [row.id, row.previous_hash]));
}

function hashOf(transaction: ShapedTransaction): string {
  // Also of one that was merged away then: its removal says nothing to those who never heard of it.
  if (transaction.raw.under_review) return UNDER_REVIEW;
  return transaction.removed ? GONE : transaction.hash;
}
