import { Caller, CommandPayload, Problem, TransactionChanges, UndoSettlement } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FullTransaction, readTransactions } from '../by-hand/own-transaction';
import { ChangedRow, publishChanges } from '../by-hand/publish-changes';
import { withEdits } from '../edits/edits';
import { followSplits } from '../follow-splits';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from '../edits/shown-document';
import { bothThere } from './accept-duplicates';
import { lockOwnSettlement, moveSettlement } from './own-settlement';
import { reviewSides } from './review-sides';
import { checkNoLaterMerge, undoMerge } from './undo-merge';
import { keptIdOf, SettlementRow } from '../settlement/write-settlements';

/**
 * Takes a pending and a booked entry apart again, each under its own provider key. The row that was there first keeps
 * its id and what the user set; the same pair is not made one again. A dismissed review is open again. @throws Problem
 */
export async function undoSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: CommandPayload<typeof UndoSettlement>,
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

/** Another entry may go by the key by now. */
async function freePendingKey(tx: Tx, { id, account_id, pending_key }: SettlementRow): Promise<string> {
  const taken = await tx.query('select from transactions where account_id = $1 and identity_key = $2', [
    account_id,
    pending_key,
  ]);
  return taken.length === 0 ? pending_key : `undone:${id}`;
}

/** The row is pending again; what it showed goes to the row that it came from, or to a new one. */
async function splitBooked(
  tx: Tx,
  settlement: SettlementRow,
  kept: FullTransaction,
  key: string,
  map: FieldMap,
): Promise<Split> {
  const { pending_document: provided } = settlement;
  const pending = await tx.query<ChangedRow>(
    `update transactions t
        set identity_key = $3, identity_rank = s.pending_rank, content_hash = s.pending_hash, booked = false,
            booking_date = (s.pending_document->>'booking_date')::date, day = s.pending_day, raw = s.pending_raw,
            document = $4, provider_document = $5, version = t.version + 1, updated_at = now()
       from settlements s
      where t.id = $1 and s.id = $2
     returning t.id, t.version, t.created_at, t.updated_at, t.document`,
    [
      kept.id,
      settlement.id,
      key,
      JSON.stringify(shownDocument(provided, kept, map)),
      isLayered(kept) ? JSON.stringify(provided) : null,
    ],
  );
  const booked = await saveBooked(tx, settlement.booked_transaction_id, kept, map);
  const [row] = booked;
  return { rows: [...pending, ...booked], pendingId: kept.id, bookedId: row?.id ?? 0 };
}

/** A merged row has kept the user's edits. */
async function saveBooked(
  tx: Tx,
  id: number | null,
  shown: FullTransaction,
  map: FieldMap,
): Promise<ChangedRow[]> {
  const [merged] = await readTransactions(tx, [id]);
  const edits = merged?.edits ?? null;
  const provided = shown.provider_document ?? shown.document;
  const values = [
    id ?? shown.account_id,
    shown.identity_key,
    shown.identity_rank,
    shown.content_hash,
    shown.booking_date,
    shown.day,
    JSON.stringify(withEdits(provided, edits, map)),
    JSON.stringify(shown.raw),
  ];
  const returning = 'returning id, version, created_at, updated_at, document';
  return id === null
    ? tx.query<ChangedRow>(
        `insert into transactions (account_id, identity_key, identity_rank, content_hash, booking_date, day, document, raw,
                                   booked)
         values ($1, $2, $3, $4, $5, $6, $7, $8, true) ${returning}`,
        values,
      )
    : tx.query<ChangedRow>(
        `update transactions
            set identity_key = $2, identity_rank = $3, content_hash = $4, booking_date = $5, day = $6, document = $7,
                raw = $8, booked = true, provider_document = $9, state = 'LIVE', removed_at = null,
                version = version + 1, updated_at = now()
          where id = $1 ${returning}`,
        [...values, edits === null ? null : JSON.stringify(provided)],
      );
}

/** The pending entry never had a row: it gets one. */
async function addPending(
  tx: Tx,
  settlement: SettlementRow,
  kept: FullTransaction,
  key: string,
): Promise<Split> {
  const rows = await tx.query<ChangedRow>(
    `insert into transactions (account_id, identity_key, identity_rank, content_hash, booked, booking_date, day, document,
                               raw)
     select account_id, $2, pending_rank, pending_hash, false, (pending_document->>'booking_date')::date, pending_day,
            pending_document, pending_raw
       from settlements where id = $1
     returning id, version, created_at, updated_at, document`,
    [settlement.id, key],
  );
  return { rows, pendingId: rows[0]?.id ?? 0, bookedId: kept.id };
}
