import { Caller, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { publishChanges } from '../by-hand/publish-changes';
import { withEdits } from '../edits/edits';
import { followSplits } from '../follow-splits';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from '../edits/shown-document';
import { bothThere } from './accept-duplicates';
import { lockOwnSettlement } from './own-settlement';
import { insertBooked, insertPending, isKeyTaken, restoreBooked, restorePending } from '../reviews.store';
import { reviewSides } from './review-sides';
import { checkNoLaterMerge, undoMerge } from './undo-merge';
import { ChangedRow, FullTransaction, readTransactions } from '../transactions.store';
import { moveSettlement, SettlementRow } from '../settlement/settlements.store';
import { keptIdOf } from '../settlement/settlement-document';

/**
 * Separates a pending and a booked entry, each under its own provider key. The earlier row retains its id and the
 * user's edits, and the pair is not merged automatically again. A dismissed review is reopened. @throws Problem
 */
export async function undoSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: { readonly settlementId: number },
): Promise<TransactionChanges> {
  const { account, settlement } = await lockOwnSettlement(tx, caller, settlementId);
  if (settlement.status === 'DISMISSED') {
    await checkStillTwo(tx, settlement);
    return publishChanges(tx, account, { settlements: await moveSettlement(tx, settlement, 'OPEN') });
  }
  if (settlement.status !== 'MERGED' && settlement.status !== 'ACCEPTED') {
    throw Problem.conflict(
      'Only a merged transaction can be separated, and only a dismissed review opened again.',
    );
  }
  if (settlement.origin !== 'MATCHED') return undoMerge(tx, account, settlement);
  const kept = await keptRow(tx, settlement);
  await checkNoLaterMerge(tx, settlement.pending_transaction_id, settlement.id);
  const key = await freePendingKey(tx, settlement);
  const { rows, pendingId, bookedId } = settlement.pending_transaction_id
    ? await splitBooked(tx, settlement, kept, key, account.config.map_fields)
    : await addPending(tx, settlement, kept, key);
  const parts = await followSplits(tx, [kept.id]);
  const undone = await moveSettlement(tx, settlement, 'UNDONE', { pendingId, bookedId });
  return publishChanges(tx, account, { upserted: [...rows, ...parts.written], settlements: undone });
}

/** A row that was announced since it was decided that there are two stays announced. @throws Problem */
async function checkStillTwo(tx: Tx, settlement: SettlementRow): Promise<void> {
  if (settlement.origin !== 'MATCHED_DUPLICATE') {
    await reviewSides(tx, settlement);
    return;
  }
  const { pending_transaction_id: later, booked_transaction_id: earlier } = settlement;
  const rows = await readTransactions(tx, [earlier, later]);
  bothThere(
    rows.find(({ id }) => id === earlier),
    rows.find(({ id }) => id === later),
  );
}

interface Split {
  readonly rows: readonly ChangedRow[];
  readonly pendingId: number;
  readonly bookedId: number;
}

async function keptRow(tx: Tx, settlement: SettlementRow): Promise<FullTransaction> {
  const [kept] = await readTransactions(tx, [keptIdOf(settlement)]);
  if (kept?.state !== 'LIVE')
    throw Problem.conflict('The transaction was removed; there is nothing to separate.');
  return kept;
}

/** Releases the key of a pending entry if another entry has taken it meanwhile. */
async function freePendingKey(tx: Tx, { id, account_id, pending_key }: SettlementRow): Promise<string> {
  return (await isKeyTaken(tx, account_id, pending_key)) ? `undone:${id}` : pending_key;
}

/** Makes the row pending again; the booked entry goes back to its original row, or to a new one. */
async function splitBooked(
  tx: Tx,
  settlement: SettlementRow,
  kept: FullTransaction,
  key: string,
  map: FieldMap,
): Promise<Split> {
  const { pending_document: provided } = settlement;
  const pending = await restorePending(
    tx,
    kept.id,
    { id: settlement.id, key },
    {
      document: shownDocument(provided, kept, map),
      provider_document: isLayered(kept) ? provided : null,
    },
  );
  const booked = await saveBooked(tx, settlement.booked_transaction_id, kept, map);
  const [row] = booked;
  return { rows: [...pending, ...booked], pendingId: kept.id, bookedId: row?.id ?? 0 };
}

/** A merged row still has the user's edits. */
async function saveBooked(
  tx: Tx,
  id: number | null,
  shown: FullTransaction,
  map: FieldMap,
): Promise<ChangedRow[]> {
  const [merged] = await readTransactions(tx, [id]);
  const edits = merged?.edits ?? null;
  const provided = shown.provider_document ?? shown.document;
  const entry = { shown, document: withEdits(provided, edits, map) };
  return id === null
    ? insertBooked(tx, entry)
    : restoreBooked(tx, id, entry, edits === null ? null : provided);
}

/** Adds a row for the pending entry, which never had one. */
async function addPending(
  tx: Tx,
  settlement: SettlementRow,
  kept: FullTransaction,
  key: string,
): Promise<Split> {
  const rows = await insertPending(tx, settlement.id, key);
  return { rows, pendingId: rows[0]?.id ?? 0, bookedId: kept.id };
}
