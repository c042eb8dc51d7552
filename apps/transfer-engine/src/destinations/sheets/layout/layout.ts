import { KEY_COLUMN, sameColumn, textIn } from './cells';
import { SheetView } from './sheet-view';

const KEY = /^trb:[a-z2-7]{32}$/;

/**
 * The positions of columns and rows in a sheet. They are read for every request, because users sort, move, insert and
 * delete.
 */
export interface Layout {
  readonly view: SheetView;
  readonly headerRow: number;
  /** Index of each column by its name in the form of `sameColumn`. */
  readonly columns: ReadonlyMap<string, number>;
  /** Index after the last column that is not empty. */
  readonly columnsEnd: number;
  /** Index of each row by its key. */
  readonly rows: ReadonlyMap<string, number>;
  /** Further rows with an existing key, which the user made by copying. */
  readonly copies: readonly { readonly key: string; readonly row: number }[];
  /** Whether the sheet has no rows or columns of ours yet. */
  readonly isNew: boolean;
}

/**
 * Returns the layout from a view of the first row and the first column. Returns null if the keys are in another column
 * or a wanted column is missing; usually the edges suffice.
 */
export function layoutOfEdges(view: SheetView, columns: Iterable<string>): Layout | null {
  if (!isKeyHeader(view, 0, 0)) return null;
  const layout = layoutFrom(view, 0, 0, false);
  return [...columns].every((name) => layout.columns.has(sameColumn(name))) ? layout : null;
}

/** Returns the layout from a view of the whole sheet. */
export function layoutOfWhole(view: SheetView): Layout {
  for (const [row, cells] of view.rows) {
    for (const column of cells.keys())
      if (isKeyHeader(view, row, column)) return layoutFrom(view, row, column, false);
  }
  // The header of the key column may have been renamed; the keys still identify the column.
  for (const cells of view.rows.values()) {
    for (const [column, cell] of cells)
      if (KEY.test(textIn(cell) ?? '')) return layoutFrom(view, 0, column, false);
  }
  return layoutFrom(view, 0, null, true);
}

function layoutFrom(view: SheetView, headerRow: number, keyColumn: number | null, isNew: boolean): Layout {
  const columns = new Map<string, number>();
  for (const [column, cell] of view.rows.get(headerRow) ?? []) {
    const name = sameColumn(textIn(cell) ?? '');
    if (name !== '' && !columns.has(name)) columns.set(name, column);
  }
  if (keyColumn !== null) columns.set(sameColumn(KEY_COLUMN), keyColumn);
  return {
    view,
    headerRow,
    columns,
    columnsEnd: columnsEnd(view),
    ...(keyColumn === null
      ? { rows: new Map<string, number>(), copies: [] }
      : rowsByKey(view, headerRow, keyColumn)),
    isNew,
  };
}

function columnsEnd({ rows }: SheetView): number {
  let end = 0;
  for (const cells of rows.values()) for (const column of cells.keys()) end = Math.max(end, column + 1);
  return end;
}

/** The first row with a key is ours; later ones are copies. */
function rowsByKey(view: SheetView, headerRow: number, keyColumn: number): Pick<Layout, 'rows' | 'copies'> {
  const rows = new Map<string, number>();
  const copies: { key: string; row: number }[] = [];
  for (const row of [...view.rows.keys()].sort((a, b) => a - b)) {
    const key = textIn(view.rows.get(row)?.get(keyColumn) ?? {})?.trim() ?? '';
    if (row === headerRow || key === '') continue;
    if (rows.has(key)) copies.push({ key, row });
    else rows.set(key, row);
  }
  return { rows, copies };
}

function isKeyHeader(view: SheetView, row: number, column: number): boolean {
  const cell = view.rows.get(row)?.get(column);
  return cell !== undefined && sameColumn(textIn(cell) ?? '') === sameColumn(KEY_COLUMN);
}
