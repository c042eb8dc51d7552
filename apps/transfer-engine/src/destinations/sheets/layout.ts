import { KEY_COLUMN, sameColumn, textIn } from './cells';
import { SheetView } from './sheet-view';

const KEY = /^trb:[a-z2-7]{32}$/;

/** Where things are in a sheet: found again each time, since users sort, move, insert and delete. */
export interface Layout {
  readonly view: SheetView;
  readonly headerRow: number;
  /** Index of each column by its name, as `sameColumn` writes it. */
  readonly columns: ReadonlyMap<string, number>;
  /** Index after the last column that holds anything. */
  readonly columnsEnd: number;
  /** Index of each row by its key. */
  readonly rows: ReadonlyMap<string, number>;
  /** Further rows of a key, which the user has copied. */
  readonly copies: readonly { readonly key: string; readonly row: number }[];
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
  // Its header may have been renamed: the keys show the column all the same.
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

/** The first row of a key is ours: a further one is a copy. */
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
