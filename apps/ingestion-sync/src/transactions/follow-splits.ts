import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { isDeepStrictEqual } from 'node:util';
import { dayOf } from '../providers/mapping/mapped-fields';
import { partDocument } from './edits/part-document';
import { TransactionState } from './stored-transaction';
import { PartOfWhole, partsOf, updateParts, WrittenRow } from './transactions.store';
import { RemovedTransaction, removeTransactions } from './saved-transactions.store';

/** Parts that were written or removed because their whole changed. */
export interface FollowedParts {
  readonly written: readonly WrittenRow[];
  readonly removed: readonly RemovedTransaction[];
}

/** The change that a part needs. */
export type PartChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'shown'; readonly document: TransactionDocument }
  | { readonly kind: 'gone'; readonly state: TransactionState };

/**
 * Decides how a part follows its whole. A part exists as long as the whole does, is booked when the whole is, and shows
 * the whole's fields where the user set none on the part. Its amount is the user's, and its own enrichment stays. Pure:
 * no I/O.
 */
export function followWhole(part: PartOfWhole, isEdited = false): PartChange {
  if (part.whole_state !== 'LIVE') {
    return part.state === 'LIVE' ? { kind: 'gone', state: part.whole_state } : { kind: 'none' };
  }
  const { whole_id: id, provided, whole_edits: edits } = part;
  const { enriched } = part.document;
  const document = {
    ...partDocument({ id, provided, edits }, part.edits, part.map),
    ...(enriched && { enriched }),
  };
  const isSame = !isEdited && part.state === 'LIVE' && isDeepStrictEqual(asStored(document), part.document);
  return isSame ? { kind: 'none' } : { kind: 'shown', document };
}

/**
 * Updates the parts of split transactions after the wholes changed, in few statements. The accounts must be locked.
 * @param edited parts to write even without a difference, because the user has just changed them
 */
export async function followSplits(
  tx: Tx,
  wholeIds: readonly number[],
  edited: readonly number[] = [],
): Promise<FollowedParts> {
  if (wholeIds.length === 0) return { written: [], removed: [] };
  const parts = await partsOf(tx, wholeIds);
  const changes = parts.map((part) => ({ id: part.id, change: followWhole(part, edited.includes(part.id)) }));
  const shown = changes.flatMap(({ id, change }) =>
    change.kind === 'shown' ? [{ id, document: change.document, day: dayOf(change.document) }] : [],
  );
  const gone = changes.flatMap(({ id, change }) =>
    change.kind === 'gone' ? [{ id, state: change.state }] : [],
  );
  return { written: await updateParts(tx, shown), removed: await removeTransactions(tx, gone) };
}

/** Drops the members that are undefined. */
function asStored(document: TransactionDocument): unknown {
  return JSON.parse(JSON.stringify(document));
}
