import { FoundRow } from '../../destination.port';
import { FieldChange } from '../../mapping/field-changes';
import { CellData, heldContent, RowCells, sameCell, sameColumn } from './cells';
import { Layout } from './layout';

/**
 * Returns the rows of a sheet that have a key. Copies come first and have other ids, because callers use the last row
 * of a key.
 */
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

/** Returns the cells to write, without those that the user changed by hand or that have the wanted value already. */
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
