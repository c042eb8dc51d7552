import { FoundRow } from '../destination.port';
import { FieldChange } from '../field-changes';
import { CellData, heldContent, RowCells, sameCell, sameColumn } from './cells';
import { Layout } from './layout';

/** The rows of a sheet that have a key. Copies come first, under ids of their own: the last one of a key counts. */
export function foundRows(sheetId: number, layout: Layout): FoundRow[] {
  const toFound = (destinationId: string, key: string, row: number): FoundRow => ({
    destinationId,
    targetExternalId: String(sheetId),
    key,
    state: 'present',
    content: heldContent((column) => cellAt(layout, row, column)),
  });
  return [
    ...layout.copies.map(({ key, row }) => toFound(`${key}#${row + 1}`, key, row)),
    ...[...layout.rows].map(([key, row]) => toFound(key, key, row)),
  ];
}

function cellAt({ view, columns }: Layout, row: number, column: string): CellData | null {
  const index = columns.get(sameColumn(column));
  return index === undefined ? null : (view.rows.get(row)?.get(index) ?? {});
}

/** What to write: without the cells that the user has changed by hand, and without those that are right already. */
export function cellsToWrite(
  layout: Layout,
  key: string,
  changes: readonly FieldChange<CellData>[],
): RowCells {
  const row = layout.rows.get(key) ?? 0;
  return new Map(
    changes.flatMap(({ name, before, after }) => {
      const now = cellAt(layout, row, name) ?? {};
      if (sameCell(now, after) || (before !== null && !sameCell(now, before))) return [];
      return [[name, after] as const];
    }),
  );
}
