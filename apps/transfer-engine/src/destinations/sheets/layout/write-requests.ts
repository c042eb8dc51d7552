import { randomBytes } from 'node:crypto';
import { CellData, KEY_COLUMN, RowCells, sameColumn, textCell } from './cells';
import { Layout } from './layout';
import { markName, SheetView } from './sheet-view';

/** A request of a batch, in Google's format. */
export type BatchRequest = Readonly<Record<string, object>>;

const CELL_FIELDS = 'userEnteredValue,userEnteredFormat.numberFormat';
const NOTHING: CellData = {};

/** The columns' indexes after the batch, with the requests that add missing ones. */
export interface Columns {
  readonly requests: readonly BatchRequest[];
  readonly at: ReadonlyMap<string, number>;
}

/**
 * Makes a batch succeed only if the sheet was not written since it was read: it replaces the range that marks the
 * newest write by one with another id, and Google refuses a whole batch that names the old id. So a late or repeated
 * request changes nothing.
 */
export function markRequests({ sheetId, markId }: Pick<SheetView, 'sheetId' | 'markId'>): BatchRequest[] {
  const range = { sheetId, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 1 };
  const namedRange = { namedRangeId: randomBytes(8).toString('hex'), name: markName(sheetId), range };
  const added = { addNamedRange: { namedRange } };
  return markId === null ? [added] : [{ deleteNamedRange: { namedRangeId: markId } }, added];
}

/** Adds missing columns to the right of all others; freezes the header row of a new sheet. */
export function columnRequests(
  { view, headerRow, columns, columnsEnd, isNew }: Layout,
  names: Iterable<string>,
): Columns {
  const missing = [...new Set(names)].filter((name) => !columns.has(sameColumn(name)));
  const at = new Map(columns);
  missing.forEach((name, place) => at.set(sameColumn(name), columnsEnd + place));
  if (missing.length === 0) return { requests: [], at };
  const { sheetId, columnCount } = view;
  const tooFew = columnsEnd + missing.length - columnCount;
  const room = { appendDimension: { sheetId, dimension: 'COLUMNS', length: tooFew } };
  const frozen = {
    updateSheetProperties: {
      properties: { sheetId, gridProperties: { frozenRowCount: 1 } },
      fields: 'gridProperties.frozenRowCount',
    },
  };
  const start = { sheetId, rowIndex: headerRow, columnIndex: columnsEnd };
  const header = {
    updateCells: { rows: [{ values: missing.map(textCell) }], fields: 'userEnteredValue', start },
  };
  return { requests: [...(tooFew > 0 ? [room] : []), header, ...(isNew ? [frozen] : [])], at };
}

/** Appends rows after the last row that is not empty. */
export function appendRequest(
  sheetId: number,
  columns: Columns,
  rows: readonly { readonly key: string; readonly cells: RowCells }[],
): BatchRequest {
  return {
    appendCells: {
      sheetId,
      fields: CELL_FIELDS,
      rows: rows.map((row) => ({ values: valuesOf(columns, row) })),
    },
  };
}

function valuesOf(
  { at }: Columns,
  { key, cells }: { readonly key: string; readonly cells: RowCells },
): CellData[] {
  const values: CellData[] = [];
  for (const [name, cell] of [[KEY_COLUMN, textCell(key)] as const, ...cells]) {
    const place = at.get(sameColumn(name));
    if (place !== undefined) values[place] = cell;
  }
  return Array.from(values, (cell: CellData | undefined) => cell ?? NOTHING);
}

/**
 * Writes the cells of one row, one request for each run of adjacent cells, because the cells between them are the
 * user's.
 */
export function rowRequests(sheetId: number, row: number, columns: Columns, cells: RowCells): BatchRequest[] {
  const placed = [...cells]
    .flatMap(([name, cell]) => {
      const place = columns.at.get(sameColumn(name));
      return place === undefined ? [] : [{ place, cell }];
    })
    .sort((a, b) => a.place - b.place);
  const runs: { start: number; values: CellData[] }[] = [];
  for (const { place, cell } of placed) {
    const last = runs.at(-1);
    if (last && last.start + last.values.length === place) last.values.push(cell);
    else runs.push({ start: place, values: [cell] });
  }
  return runs.map(({ start, values }) => ({
    updateCells: {
      rows: [{ values }],
      fields: CELL_FIELDS,
      start: { sheetId, rowIndex: row, columnIndex: start },
    },
  }));
}

export function deleteRequest(sheetId: number, row: number): BatchRequest {
  return { deleteDimension: { range: { sheetId, dimension: 'ROWS', startIndex: row, endIndex: row + 1 } } };
}
