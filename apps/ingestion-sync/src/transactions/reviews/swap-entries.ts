import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { FullTransaction } from '../by-hand/own-transaction';
import { withEdits } from '../edits/edits';
import { leaveKeys } from '../write-transactions';

/**
 * Gives each of two rows the other's entry: what the bank sent, its key and what rows are found by. Ids, edits, states and
 * versions stay. The account must be locked.
 */
export async function swapEntries(
  tx: Tx,
  [one, other]: readonly [FullTransaction, FullTransaction],
  map: FieldMap,
): Promise<void> {
  await leaveKeys(tx, [one.id, other.id]);
  await tx.execute(
    `update transactions t
        set identity_key = r.identity_key, identity_rank = o.identity_rank, content_hash = o.content_hash,
            booked = o.booked, booking_date = o.booking_date, day = o.day, raw = o.raw, origin = o.origin,
            document = r.document, provider_document = r.provider_document
       from jsonb_to_recordset($1::jsonb) as r(id bigint, other_id bigint, identity_key text, document jsonb,
            provider_document jsonb), transactions o
      where t.id = r.id and o.id = r.other_id`,
    [JSON.stringify([withEntryOf(one, other, map), withEntryOf(other, one, map)])],
  );
}

function withEntryOf({ id, edits }: FullTransaction, from: FullTransaction, map: FieldMap) {
  const provided = from.provider_document ?? from.document;
  return {
    id,
    other_id: from.id,
    identity_key: from.identity_key,
    document: withEdits(provided, edits, map),
    ...(edits && { provider_document: provided }),
  };
}
