import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { withEdits } from '../edits/edits';
import { EntryOf, exchangeEntries } from '../reviews.store';
import { FullTransaction } from '../transactions.store';
import { leaveKeys } from '../saved-transactions.store';

/**
 * Exchanges the entries of two rows: the bank's data, keys and lookup columns. Ids, edits, states and versions stay.
 * The account must be locked.
 */
export async function swapEntries(
  tx: Tx,
  [one, other]: readonly [FullTransaction, FullTransaction],
  map: FieldMap,
): Promise<void> {
  await leaveKeys(tx, [one.id, other.id]);
  await exchangeEntries(tx, [withEntryOf(one, other, map), withEntryOf(other, one, map)]);
}

function withEntryOf({ id, edits }: FullTransaction, from: FullTransaction, map: FieldMap): EntryOf {
  const provided = from.provider_document ?? from.document;
  return {
    id,
    other_id: from.id,
    identity_key: from.identity_key,
    document: withEdits(provided, edits, map),
    ...(edits && { provider_document: provided }),
  };
}
