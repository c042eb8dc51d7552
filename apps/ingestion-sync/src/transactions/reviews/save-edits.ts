import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { readTransactions } from '../by-hand/own-transaction';
import { ChangedRow } from '../by-hand/publish-changes';
import { TransactionEdits } from '../edits/edits';
import { isLayered, shownDocument } from '../edits/shown-document';

/** Gives a row these edits over its entry, as a new version. @returns it, to be published */
export async function saveEdits(
  tx: Tx,
  id: number,
  edits: TransactionEdits | null,
  map: FieldMap,
): Promise<ChangedRow[]> {
  const [row] = await readTransactions(tx, [id]);
  if (!row) throw new Error('a transaction that is locked is gone');
  const provided = row.provider_document ?? row.document;
  const layers = { edits, split: row.split };
  return tx.query<ChangedRow>(
    `update transactions
        set document = $2, provider_document = $3, edits = $4, version = version + 1, updated_at = now()
      where id = $1
     returning id, version, created_at, updated_at, document`,
    [
      id,
      JSON.stringify(shownDocument(provided, layers, map)),
      isLayered(layers) ? JSON.stringify(provided) : null,
      edits === null ? null : JSON.stringify(edits),
    ],
  );
}
