import { AcceptSettlement, Caller, CommandPayload, Problem, TransactionChanges } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { FullTransaction } from '../by-hand/own-transaction';
import { ChangedRow, publishChanges } from '../by-hand/publish-changes';
import { changedEdits } from '../edits/edits';
import { followSplits } from '../follow-splits';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { isLayered, shownDocument } from '../edits/shown-document';
import { acceptDuplicates } from './accept-duplicates';
import { lockOwnSettlement, moveSettlement } from './own-settlement';
import { reviewSides } from './review-sides';
import { SettlementRow, supersedeReviews } from '../settlement/write-settlements';

/**
 * Makes the two sides of a review one: the pending entry's row keeps its id and shows what is booked, the booked one's
 * row goes, kept so that this can be undone. Of two booked rows the earlier one stays. @throws Problem
 */
export async function acceptSettlement(
  tx: Tx,
  caller: Caller,
  { settlementId }: CommandPayload<typeof AcceptSettlement>,
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
  await keepPending(tx, settlement, pending);
  const removed = await mergeAway(tx, booked.id);
  const upserted = await applyBooked(tx, pending, booked, account.config.map_fields);
  const parts = await followSplits(tx, [pending.id]);
  const accepted = await moveSettlement(tx, settlement, 'ACCEPTED');
  const superseded = await supersedeReviews(tx, [pending.id, booked.id]);
  return publishChanges(tx, account, {
    upserted: [...upserted, ...parts.written],
    removed,
    settlements: [...accepted, ...superseded],
  });
}

/** The pending entry as it is now, for the day that this is undone. */
async function keepPending(tx: Tx, { id }: SettlementRow, pending: FullTransaction): Promise<void> {
  await tx.execute(
    `update settlements s
        set pending_key = t.identity_key, pending_rank = t.identity_rank, pending_hash = t.content_hash,
            pending_day = t.day, pending_document = coalesce(t.provider_document, t.document), pending_raw = t.raw,
            pending_listed = t.state = 'LIVE'
       from transactions t where s.id = $1 and t.id = $2`,
    [id, pending.id],
  );
}

function mergeAway(tx: Tx, id: number): Promise<{ id: number; version: number }[]> {
  return tx.query(
    `update transactions
        set state = 'MERGED', identity_key = 'merged:' || id, removed_at = now(), version = version + 1, updated_at = now()
      where id = $1 returning id, version`,
    [id],
  );
}

/** What the user set on either row stays; on both, the pending one's counts. */
function applyBooked(
  tx: Tx,
  pending: FullTransaction,
  booked: FullTransaction,
  map: FieldMap,
): Promise<ChangedRow[]> {
  const provided = booked.provider_document ?? booked.document;
  const layers = { edits: changedEdits(booked.edits, pending.edits ?? {}), split: pending.split };
  return tx.query<ChangedRow>(
    `update transactions t
        set identity_key = $3, identity_rank = b.identity_rank, content_hash = b.content_hash, booked = true,
            booking_date = b.booking_date, day = b.day, raw = b.raw, document = $4, provider_document = $5, edits = $6,
            state = 'LIVE', removed_at = null, version = t.version + 1, updated_at = now()
       from transactions b
      where t.id = $1 and b.id = $2
     returning t.id, t.version, t.created_at, t.updated_at, t.document`,
    [
      pending.id,
      booked.id,
      booked.identity_key,
      JSON.stringify(shownDocument(provided, layers, map)),
      isLayered(layers) ? JSON.stringify(provided) : null,
      layers.edits === null ? null : JSON.stringify(layers.edits),
    ],
  );
}
