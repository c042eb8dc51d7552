import { Caller, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { publishChanges } from '../by-hand/publish-changes';
import { changedEdits } from '../edits/edits';
import { followSplits } from '../follow-splits';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from '../edits/shown-document';
import { acceptDuplicates } from './accept-duplicates';
import { lockOwnSettlement } from './own-settlement';
import { applyBooked, copyPending, mergeAway } from '../reviews.store';
import { reviewSides } from './review-sides';
import { ChangedRow, FullTransaction } from '../transactions.store';
import { moveSettlement, supersedeReviews } from '../settlement/settlements.store';

/**
 * Merges the two sides of a review. The pending entry's row retains its id and shows the booked entry; the booked row
 * is hidden, and stored for an undo. Of two booked rows the earlier one stays. @throws Problem
 */
export async function acceptSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: { readonly settlementId: number },
): Promise<TransactionChanges> {
  const { account, settlement } = await lockOwnSettlement(tx, caller, settlementId);
  if (settlement.status !== 'OPEN') throw Problem.conflict('Only an open review can be accepted.');
  if (settlement.origin === 'MATCHED_DUPLICATE') {
    const { changes, refused } = await acceptDuplicates(tx, account, [settlement]);
    const [problem] = refused;
    if (problem) throw problem;
    return publishChanges(tx, account, changes);
  }
  const { pending, booked } = await reviewSides(tx, settlement);
  await copyPending(tx, settlement.id, pending.id);
  const removed = await mergeAway(tx, pending.id, booked.id);
  const upserted = await showBooked(tx, pending, booked, account.config.map_fields);
  const parts = await followSplits(tx, [pending.id]);
  const accepted = await moveSettlement(tx, settlement, 'ACCEPTED');
  const superseded = await supersedeReviews(tx, [pending.id, booked.id]);
  return publishChanges(tx, account, {
    upserted: [...upserted, ...parts.written],
    removed,
    settlements: [...accepted, ...superseded],
  });
}

/** Merges the edits of both rows; edits of the pending row win. */
function showBooked(
  tx: Tx,
  pending: FullTransaction,
  booked: FullTransaction,
  map: FieldMap,
): Promise<ChangedRow[]> {
  const provided = booked.provider_document ?? booked.document;
  const layers = { edits: changedEdits(booked.edits, pending.edits ?? {}), split: pending.split };
  return applyBooked(
    tx,
    pending.id,
    { id: booked.id, key: booked.identity_key },
    {
      document: shownDocument(provided, layers, map),
      provider_document: isLayered(layers) ? provided : null,
      edits: layers.edits,
    },
  );
}
