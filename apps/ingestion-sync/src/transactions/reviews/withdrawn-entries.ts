import { addAll } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { readTransactions } from '../by-hand/own-transaction';
import { ChangedRow } from '../by-hand/publish-changes';
import { StoredTransaction } from '../stored-transaction';
import { saveEdits } from './save-edits';
import { swapEntries } from './swap-entries';

/** A row whose entry the provider takes back, and how its account maps fields. */
export interface Withdrawal {
  readonly accountId: number;
  readonly stored: StoredTransaction;
  readonly map: FieldMap;
}

/** A row that stays, because the provider has another entry that was merged into it. */
export interface KeptRow {
  readonly accountId: number;
  /** The hidden row, which holds the withdrawn entry now. */
  readonly hiddenId: number;
  readonly row: ChangedRow;
}

/**
 * Keeps rows that others were merged into where the provider takes back their own entry alone: the row then shows the other
 * entry, and the hidden row is the one to be withdrawn.
 */
export async function keepMergedRows(tx: Tx, withdrawals: readonly Withdrawal[]): Promise<KeptRow[]> {
  if (withdrawals.length === 0) return [];
  const hidden = await tx.query<{ id: number; kept_id: number }>(
    `select distinct on (merged_into) id, merged_into as kept_id from transactions
      where merged_into = any($1::bigint[]) and state = 'MERGED' and id <> all($1::bigint[])
      order by merged_into, id desc`,
    [withdrawals.map(({ stored }) => stored.id)],
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
  await tx.execute(
    `update settlements set swapped = not swapped
      where kept_transaction_id = $1 and status = 'ACCEPTED' and $2 in (pending_transaction_id, booked_transaction_id)`,
    [stored.id, hiddenId],
  );
  const saved = await saveEdits(tx, stored.id, stored.edits, map);
  return saved.map((row) => ({ accountId, hiddenId, row }));
}
