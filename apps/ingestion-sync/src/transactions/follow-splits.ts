import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { isDeepStrictEqual } from 'node:util';
import { dayOf, FieldMap } from '../providers/mapping/mapped-fields';
import { TransactionEdits } from './edits/edits';
import { partDocument } from './edits/part-document';
import { TransactionState } from './stored-transaction';
import { RemovedTransaction, removeTransactions, WrittenRow } from './write-transactions';

/** What became of parts after what they are part of changed. */
export interface FollowedParts {
  readonly written: readonly WrittenRow[];
  readonly removed: readonly RemovedTransaction[];
}

/** A part, and the transaction that was split as it is now. */
export interface PartOfWhole {
  readonly id: number;
  readonly state: TransactionState;
  readonly document: TransactionDocument;
  readonly edits: TransactionEdits;
  readonly whole_id: number;
  readonly whole_state: TransactionState;
  readonly provided: TransactionDocument;
  readonly whole_edits: TransactionEdits | null;
  readonly map: FieldMap;
}

/** What a part comes to. */
export type PartChange =
  | { readonly kind: 'none' }
  | { readonly kind: 'shown'; readonly document: TransactionDocument }
  | { readonly kind: 'gone'; readonly state: TransactionState };

/**
 * Parts are there as long as the whole is, booked when it is, and say what it says where nothing was set on them. Their
 * amounts are the user's and stay. What was found out about a part itself stays too. Pure: no I/O.
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
 * Lets the parts of split transactions follow what became of these, in few statements. The accounts must be locked.
 * @param edited parts that are written also if nothing differs: the user has just changed them
 */
export async function followSplits(
  tx: Tx,
  wholeIds: readonly number[],
  edited: readonly number[] = [],
): Promise<FollowedParts> {
  if (wholeIds.length === 0) return { written: [], removed: [] };
  const parts = await tx.query<PartOfWhole>(PARTS, [wholeIds]);
  const changes = parts.map((part) => ({ id: part.id, change: followWhole(part, edited.includes(part.id)) }));
  const shown = changes.flatMap(({ id, change }) =>
    change.kind === 'shown' ? [{ id, document: change.document, day: dayOf(change.document) }] : [],
  );
  const gone = changes.flatMap(({ id, change }) =>
    change.kind === 'gone' ? [{ id, state: change.state }] : [],
  );
  return { written: await writeParts(tx, shown), removed: await removeTransactions(tx, gone) };
}

const PARTS = `
  select c.id, c.state, c.document, c.edits, w.id as whole_id, w.state as whole_state,
         coalesce(w.provider_document, w.document) as provided, w.edits as whole_edits, a.config->'map_fields' as map
    from transactions w
    join transactions c on c.split_of = w.id
    join financial_accounts a on a.id = w.account_id
   where w.id = any($1::bigint[]) and w.split->'parts' @> to_jsonb(c.id)
   order by c.id`;

function writeParts(
  tx: Tx,
  parts: readonly { readonly id: number; readonly document: TransactionDocument }[],
): Promise<WrittenRow[]> {
  if (parts.length === 0) return Promise.resolve([]);
  return tx.query<WrittenRow>(
    `update transactions t
        set document = r.document, booked = (r.document->>'booked')::boolean,
            booking_date = (r.document->>'booking_date')::date, day = r.day, state = 'LIVE', removed_at = null,
            version = t.version + 1, updated_at = now()
       from jsonb_to_recordset($1::jsonb) as r(id bigint, document jsonb, day date)
      where t.id = r.id
     returning t.id, t.account_id, t.version, t.created_at, t.updated_at, t.document`,
    [JSON.stringify(parts)],
  );
}

/** Without the members that are undefined. */
function asStored(document: TransactionDocument): unknown {
  return JSON.parse(JSON.stringify(document));
}
