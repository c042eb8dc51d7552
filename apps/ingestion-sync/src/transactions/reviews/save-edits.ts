import { Tx } from '@tributary/persistence';
import { FieldMap } from '../../providers/mapping/mapped-fields';
import { TransactionEdits } from '../edits/edits';
import { updateEdits } from '../reviews.store';
import { isLayered, shownDocument } from '../edits/shown-document';
import { ChangedRow, readTransactions } from '../transactions.store';

/** Stores a row's edits as a new version. @returns the row, to publish */
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
  return updateEdits(tx, id, {
    document: shownDocument(provided, layers, map),
    provider_document: isLayered(layers) ? provided : null,
    edits,
  });
}
