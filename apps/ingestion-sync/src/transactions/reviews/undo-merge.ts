import { Caller, CommandPayload, Problem, TransactionChanges, UndoMerge } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { AccountRow } from '../../accounts/account-row';
import { publishChanges } from '../by-hand/publish-changes';
import { withoutFilled } from '../edits/merged-edits';
import { TransactionState } from '../stored-transaction';
import { lockUnmerged } from './lock-unmerged';
import { saveEdits } from './save-edits';
import { swapEntries } from './swap-entries';
import { showAgain } from '../reviews.store';
import { ChangedRow, FullTransaction, readTransactions } from '../transactions.store';
import { mergesInto, moveSettlement, SettlementRow } from '../settlement/settlements.store';
import { removeTransactions } from '../saved-transactions.store';

/** Undoes the last merge by hand into a transaction. @throws Problem */
export async function undoLastMerge(
  tx: Tx,
  caller: Caller,
  { transactionId }: CommandPayload<typeof UndoMerge>,
): Promise<TransactionChanges> {
  const { account } = await lockUnmerged(tx, caller, transactionId);
  const [last] = await mergesInto(tx, transactionId);
  if (!last) throw Problem.conflict('Nothing was merged into this transaction by hand.');
  return undoMerge(tx, account, last);
}

/**
 * Gives each row its own entry and edits again; a row that was under review counts from now on. Edits that the user
 * made on the remaining row since the merge stay there. A row whose entry the bank has withdrawn is removed. @throws
 * Problem
 */
export async function undoMerge(
  tx: Tx,
  account: AccountRow,
  settlement: SettlementRow,
): Promise<TransactionChanges> {
  const { kept, other } = await rowsOf(tx, settlement);
  if (kept.split !== null)
    throw Problem.conflict('The transaction is split: join its parts before the merge is undone.');
  await checkNoLaterMerge(tx, kept.id, settlement.id);
  const map = account.config.map_fields;
  if (settlement.swapped) await swapEntries(tx, [kept, other], map);
  const otherEntry: TransactionState = other.state === 'MERGED' ? 'LIVE' : other.state;
  const states = settlement.swapped
    ? { kept: otherEntry, other: 'LIVE' as const }
    : { kept: 'LIVE' as const, other: otherEntry };
  await showAgain(tx, other.id, states.other);
  const edited = await saveEdits(tx, kept.id, withoutFilled(kept.edits, settlement.filled_edits), map);
  const freed = states.other === 'LIVE' ? await saveEdits(tx, other.id, other.edits, map) : [];
  const removed =
    states.kept === 'LIVE' ? [] : await removeTransactions(tx, [{ id: kept.id, state: states.kept }]);
  const upserted: ChangedRow[] = [...(states.kept === 'LIVE' ? edited : []), ...freed];
  const settlements = await moveSettlement(tx, settlement, 'UNDONE');
  return publishChanges(tx, account, { upserted, removed, settlements });
}

/** A later merge filled gaps of an earlier one, so merges are undone last first. @throws Problem that names the later merge */
export async function checkNoLaterMerge(tx: Tx, keptId: number | null, settlementId: number): Promise<void> {
  const [last] = keptId === null ? [] : await mergesInto(tx, keptId);
  if (!last || last.id <= settlementId) return;
  throw Problem.conflict(`Undo the later merge into this transaction first: settlement review ${last.id}.`);
}

async function rowsOf(tx: Tx, settlement: SettlementRow) {
  const { kept_transaction_id: keptId, pending_transaction_id, booked_transaction_id } = settlement;
  const rows = await readTransactions(tx, [pending_transaction_id, booked_transaction_id]);
  const kept = rows.find(({ id }) => id === keptId);
  const other = rows.find(({ id }) => id !== keptId);
  if (kept?.state !== 'LIVE' || !isBehind(other, kept)) {
    throw Problem.conflict('The transaction is gone; nothing is left to take apart.');
  }
  return { kept, other };
}

function isBehind(other: FullTransaction | undefined, kept: FullTransaction): other is FullTransaction {
  return other?.merged_into === kept.id;
}
