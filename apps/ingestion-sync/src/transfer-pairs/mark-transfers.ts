import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';

/** A row as it is about to be published. */
interface Published {
  readonly id: number;
  readonly document: TransactionDocument;
}

/**
 * The rows with `is_own_transfer` on those that are in a confirmed pair. The mark is no part of what is stored: it is
 * put on what is published.
 */
export async function markTransfers<Row extends Published>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const found = await tx.query<{ id: number }>(
    `select r.id from unnest($1::bigint[]) as r(id)
      where exists (select from transfer_pairs p where p.outgoing_transaction_id = r.id and p.status = 'CONFIRMED')
         or exists (select from transfer_pairs p where p.incoming_transaction_id = r.id and p.status = 'CONFIRMED')`,
    [rows.map(({ id }) => id)],
  );
  if (found.length === 0) return [...rows];
  const marked = new Set(found.map(({ id }) => id));
  return rows.map((row) => (marked.has(row.id) ? withMark(row) : row));
}

function withMark<Row extends Published>(row: Row): Row {
  const document = { ...row.document, is_own_transfer: true };
  return { ...row, document, ...('documentJson' in row && { documentJson: JSON.stringify(document) }) };
}
