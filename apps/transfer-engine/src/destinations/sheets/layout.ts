import { KEY_COLUMN, sameColumn, textIn } from './cells';
import { SheetView } from './sheet-view';

const KEY = /^trb:[a-z2-7]{32}$/;

/** Where things are in a sheet: found anew each time, since users sort, move, insert and delete. */
export interface Layout {
  readonly view: SheetView;
  readonly headerRow: number;
  /** Index of each column by its name, as `sameColumn` writes it. */
  readonly columns: ReadonlyMap<string, number>;
  /** Index after the last column that holds anything. */
  readonly columnsEnd: number;
  /** Index of each row by its key. */
  readonly rows: ReadonlyMap<string, number>;
  /** Nothing of ours is there yet. */
  readonly isNew: boolean;
}

/**
 * The layout, of a view of the first row and the first column: null where those do not suffice, because the keys are
 * elsewhere or one of the columns is missing. The usual case needs no more.
 */
export function layoutOfEdges(view: SheetView, columns: Iterable<string>): Layout | null {
  if (!isKeyHeader(view, 0, 0)) return null;
  const layout = layoutFrom(view, 0, 0, false);
  return [...columns].every((name) => layout.columns.has(sameColumn(name))) ? layout : null;
}

/** The layout, of a view of the whole sheet. */
export function layoutOfWhole(view: SheetView): Layout {
  for (const [row, cells] of view.rows) {
    for (const column of cells.keys())
      if (isKeyHeader(view, row, column)) return layoutFrom(view, row, column, false);
  }
  // Its header may have been renamed: the keys tell the column all the same.
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
    rows: keyColumn === null ? new Map() : rowsByKey(view, headerRow, keyColumn),
    isNew,
  };
}

function columnsEnd({ rows }: SheetView): number {
  let end = 0;
  for (const cells of rows.values()) for (const column of cells.keys()) end = Math.max(end, column + 1);
  return end;
}

/** The first row of a key: a second one is a copy that the user has made. */
function rowsByKey(view: SheetView, headerRow: number, keyColumn: number): Map<string, number> {
  const rows = new Map<string, number>();
  for (const [row, cells] of view.rows) {
    const key = textIn(cells.get(keyColumn) ?? {})?.trim() ?? '';
    if (row !== headerRow && key !== '' && (rows.get(key) ?? row) >= row) rows.set(key, row);
  }
  return rows;
}

function isKeyHeader(view: SheetView, row: number, column: number): boolean {
  const cell = view.rows.get(row)?.get(column);
  return cell !== undefined && sameColumn(textIn(cell) ?? '') === sameColumn(KEY_COLUMN);
}
