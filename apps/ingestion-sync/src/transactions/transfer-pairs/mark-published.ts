import { TransactionDocument } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { Marks, readMarks } from '../reviews.store';

/** A row before its publication. */
interface Published {
  readonly id: number;
  readonly document: TransactionDocument;
}

/**
 * Sets `is_own_transfer` on exactly the rows in a confirmed pair, and `under_review` on exactly those that wait for a
 * decision. The marks follow from the tables, whatever document a row has.
 */
export async function markPublished<Row extends Published>(tx: Tx, rows: readonly Row[]): Promise<Row[]> {
  if (rows.length === 0) return [];
  const found = await readMarks(
    tx,
    rows.map(({ id }) => id),
  );
  const marks = new Map(found.map((row) => [row.id, row]));
  return rows.map((row) => {
    const mark = marks.get(row.id);
    return mark || row.document.under_review ? withMarks(row, mark) : row;
  });
}

function withMarks<Row extends Published>(row: Row, marks: Marks | undefined): Row {
  const { under_review: _, ...rest } = row.document;
  const document: TransactionDocument = {
    ...rest,
    ...(marks?.is_own_transfer && { is_own_transfer: true }),
    ...(marks?.is_under_review && { under_review: true }),
  };
  return { ...row, document, ...('documentJson' in row && { documentJson: JSON.stringify(document) }) };
}
