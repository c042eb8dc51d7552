import { ShapedTransaction } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AnnouncedTransaction, storeTransactions } from './announced.store';
import { Change, changeOf, GONE, UNDER_REVIEW } from './change';
import { uniqueKeyBatches } from './unique-key-batches';

export interface AccountTransaction {
  readonly accountId: number;
  readonly transaction: ShapedTransaction;
}

/**
 * Stores the newest version of each transaction and returns the changes for subscribers. Older and repeated versions
 * are not returned, nor transactions that were shaped again to the same result.
 */
export async function recordTransactions(
  tx: Tx,
  items: readonly AccountTransaction[],
): Promise<ReadonlyMap<ShapedTransaction, Change>> {
  const changes = new Map<ShapedTransaction, Change>();
  for (const batch of uniqueKeyBatches(items, ({ transaction }) => transaction.id)) {
    const previous = await storeTransactions(tx, batch.map(toRow));
    for (const { transaction } of batch) {
      const before = previous.get(transaction.id);
      if (before === undefined) continue;
      const change = changeOf(before, hashOf(transaction));
      if (change !== 'NONE') changes.set(transaction, change);
    }
  }
  return changes;
}

function toRow({ accountId, transaction }: AccountTransaction): AnnouncedTransaction {
  return { id: transaction.id, accountId, version: transaction.shapedVersion, hash: hashOf(transaction) };
}

function hashOf(transaction: ShapedTransaction): string {
  // This includes a transaction that was merged away while under review: its receivers never saw it, so its removal is
  // not announced.
  if (transaction.raw.under_review) return UNDER_REVIEW;
  return transaction.removed ? GONE : transaction.hash;
}
