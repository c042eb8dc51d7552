import { addAll } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { StoredTransaction } from '../stored-transaction';
import { markSwapped } from '../settlement/settlements.store';
import { saveEdits } from './save-edits';
import { swapEntries } from './swap-entries';
import { ChangedRow, readTransactions } from '../transactions.store';
import { lastMergedInto } from '../reviews.store';

/** A row whose entry the provider withdraws, and the field mapping of its account. */
export interface Withdrawal {
  readonly accountId: number;
  readonly stored: StoredTransaction;
  readonly map: FieldMap;
}

/** A row that stays, because the provider still has another entry that was merged into it. */
export interface KeptRow {
  readonly accountId: number;
  /** The hidden row, which now has the withdrawn entry. */
  readonly hiddenId: number;
  readonly row: ChangedRow;
}

/**
 * Retains rows whose own entry the provider withdraws but into which others were merged: the row shows the other entry,
 * and the hidden row is withdrawn instead.
 */
export async function keepMergedRows(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<KeptRow[]> {
  if (withdrawals.length === 0) return [];
  const hidden = await lastMergedInto(
    tx,
    withdrawals.map(({ stored }) => stored.id),
  );
  const kept: KeptRow[] = [];
  const byId = new Map(withdrawals.map((withdrawal) => [withdrawal.stored.id, withdrawal]));
  for (const { id, kept_id } of hidden) {
    const withdrawal = byId.get(kept_id);
    if (withdrawal) addAll(kept, await showHidden(tx, withdrawal, id));
  }
  return kept;
}

async function showHidden(
  tx: Tx,
  { accountId, stored, map }: Withdrawal,
  hiddenId: number,
): Promise<KeptRow[]> {
  const [one, other] = await readTransactions(tx, [stored.id, hiddenId]);
  if (!one || !other) return [];
  await swapEntries(tx, [one, other], map);
  await markSwapped(tx, stored.id, hiddenId);
  const saved = await saveEdits(tx, stored.id, stored.edits, map);
  return saved.map((row) => ({ accountId, hiddenId, row }));
}
