import type { GridRange } from './a1';
import { cellOf, isEmpty, scalarOf, type Cell, type CellData } from './cell';
import { Problem } from '../../server/problem';
import { invalidArgument, invalidRequest } from '../problem';
import { Tab } from './tab';

export interface NamedRange {
  readonly namedRangeId: string;
  readonly name: string;
  readonly range: GridRange;
}

/** The copy that a batch changes, and that replaces the original after its last request. */
export interface Draft {
  readonly tabs: Tab[];
  readonly namedRanges: Map<string, NamedRange>;
}

interface RowData {
  readonly values?: readonly CellData[];
}

interface DimensionRange {
  readonly sheetId?: number;
  readonly dimension?: 'ROWS' | 'COLUMNS';
  readonly startIndex?: number;
  readonly endIndex?: number;
}

/** The requests that this server supports, in wire format: an object with one of these members. */
export interface BatchRequest {
  readonly appendCells?: { sheetId?: number; rows?: readonly RowData[]; fields?: string };
  readonly updateCells?: {
    rows?: readonly RowData[];
    fields?: string;
    start?: { sheetId?: number; rowIndex?: number; columnIndex?: number };
    range?: GridRange;
  };
  readonly insertDimension?: { range?: DimensionRange };
  readonly appendDimension?: { sheetId?: number; dimension?: 'ROWS' | 'COLUMNS'; length?: number };
  readonly deleteDimension?: { range?: DimensionRange };
  readonly sortRange?: {
    range?: GridRange;
    sortSpecs?: readonly { dimensionIndex?: number; sortOrder?: string }[];
  };
  readonly addSheet?: {
    properties?: {
      sheetId?: number;
      title?: string;
      gridProperties?: { rowCount?: number; columnCount?: number };
    };
  };
  readonly deleteSheet?: { sheetId?: number };
  readonly updateSheetProperties?: { properties?: { sheetId?: number; title?: string }; fields?: string };
  readonly addNamedRange?: { namedRange?: Partial<NamedRange> };
  readonly deleteNamedRange?: { namedRangeId?: string };
}

type Kind = keyof BatchRequest;
type Handler<K extends Kind> = (draft: Draft, request: NonNullable<BatchRequest[K]>) => object;

const HANDLERS: { readonly [K in Kind]-?: Handler<K> } = {
  appendCells: (draft, { sheetId, rows, fields }) => {
    const tab = tabOf(draft, sheetId);
    for (const row of rows ?? []) {
      checkColumns(tab, 0, row);
      writeRow(tab, tab.filledRows, 0, row, fields);
    }
    return {};
  },
  updateCells: (draft, { rows, fields, start, range }) => {
    const tab = tabOf(draft, start?.sheetId ?? range?.sheetId);
    const top = start?.rowIndex ?? range?.startRowIndex ?? 0;
    const left = start?.columnIndex ?? range?.startColumnIndex ?? 0;
    if (top + (rows?.length ?? 0) > tab.rowCount) {
      throw invalidArgument(
        `Attempting to write row: ${top + (rows?.length ?? 0) - 1}, beyond the last requested row of: ${tab.rowCount - 1}`,
      );
    }
    rows?.forEach((row, offset) => {
      checkColumns(tab, left, row);
      writeRow(tab, top + offset, left, row, fields);
    });
    return {};
  },
  insertDimension: (draft, { range = {} }) => {
    const { tab, from, to } = dimensionOf(draft, range);
    if (range.dimension === 'COLUMNS') tab.insertColumns(from, to - from);
    else tab.insertRows(from, to - from);
    return {};
  },
  appendDimension: (draft, { sheetId, dimension, length = 0 }) => {
    const tab = tabOf(draft, sheetId);
    if (dimension === 'COLUMNS') tab.columnCount += length;
    else tab.rowCount += length;
    return {};
  },
  deleteDimension: (draft, { range = {} }) => {
    const { tab, from, to } = dimensionOf(draft, range);
    const size = range.dimension === 'COLUMNS' ? tab.columnCount : tab.rowCount;
    if (from >= size || to > size)
      throw invalidArgument(
        `Cannot delete a ${range.dimension === 'COLUMNS' ? 'column' : 'row'} that doesn't exist. Tried to delete index ${from} but there are only ${size}.`,
      );
    if (range.dimension === 'COLUMNS') tab.deleteColumns(from, to);
    else tab.deleteRows(from, to);
    return {};
  },
  sortRange: (draft, { range = {}, sortSpecs = [] }) => {
    const tab = tabOf(draft, range.sheetId);
    const { startRowIndex, endRowIndex } = tab.bounded(range);
    tab.sortRows(startRowIndex, endRowIndex, (a, b) => {
      for (const { dimensionIndex = 0, sortOrder } of sortSpecs) {
        const order = compared(a[dimensionIndex], b[dimensionIndex]);
        if (order !== 0) return sortOrder === 'DESCENDING' ? -order : order;
      }
      return 0;
    });
    return {};
  },
  addSheet: (draft, { properties = {} }) => {
    const { title = `Sheet${draft.tabs.length + 1}`, gridProperties } = properties;
    const sheetId = properties.sheetId ?? 1 + Math.max(0, ...draft.tabs.map((tab) => tab.sheetId));
    if (draft.tabs.some((tab) => tab.title === title)) {
      throw invalidArgument(`A sheet with the name "${title}" already exists. Please enter another name.`);
    }
    if (draft.tabs.some((tab) => tab.sheetId === sheetId))
      throw invalidArgument(`Sheet already exists with id: ${sheetId}`);
    const tab = new Tab({
      sheetId,
      title,
      rowCount: gridProperties?.rowCount,
      columnCount: gridProperties?.columnCount,
    });
    draft.tabs.push(tab);
    return { addSheet: { properties: sheetProperties(tab, draft.tabs.length - 1) } };
  },
  deleteSheet: (draft, { sheetId }) => {
    const tab = tabOf(draft, sheetId);
    if (draft.tabs.length === 1) throw invalidArgument("You can't remove all the sheets in a document.");
    draft.tabs.splice(draft.tabs.indexOf(tab), 1);
    for (const named of draft.namedRanges.values()) {
      if ((named.range.sheetId ?? 0) === tab.sheetId) draft.namedRanges.delete(named.namedRangeId);
    }
    return {};
  },
  updateSheetProperties: (draft, { properties = {}, fields }) => {
    const tab = tabOf(draft, properties.sheetId);
    if (fields?.includes('title') && properties.title !== undefined) tab.title = properties.title;
    return {};
  },
  addNamedRange: (draft, { namedRange = {} }) => {
    const { name = '', range = {} } = namedRange;
    const namedRangeId = namedRange.namedRangeId ?? `${draft.namedRanges.size}.${Math.random()}`;
    tabOf(draft, range.sheetId);
    if (!/^[A-Za-z_]\w*$/.test(name)) throw invalidArgument(`Invalid name for named range: ${name}`);
    if (draft.namedRanges.has(namedRangeId))
      throw invalidArgument(`Named range already exists with id: ${namedRangeId}`);
    if ([...draft.namedRanges.values()].some((other) => other.name === name)) {
      throw invalidArgument(`A named range with the name "${name}" already exists.`);
    }
    const added = { namedRangeId, name, range };
    draft.namedRanges.set(namedRangeId, added);
    return { addNamedRange: { namedRange: added } };
  },
  deleteNamedRange: (draft, { namedRangeId = '' }) => {
    if (!draft.namedRanges.delete(namedRangeId))
      throw invalidArgument(`Cannot find named range with id: ${namedRangeId}`);
    return {};
  },
};

/** Carries out a request of a batch. @throws Problem that names the request */
export function carryOut(draft: Draft, request: BatchRequest, index: number): object {
  const kind = (Object.keys(request) as Kind[]).find((name) => name in HANDLERS);
  if (!kind) throw invalidArgument(`Invalid JSON payload received. Unknown name in requests[${index}].`);
  try {
    const handler = HANDLERS[kind] as Handler<Kind>;
    return handler(draft, request[kind] ?? {});
  } catch (error) {
    if (error instanceof Problem) throw invalidRequest(index, kind, error.message);
    throw error;
  }
}

export function sheetProperties(tab: Tab, index: number): object {
  const { sheetId, title, rowCount, columnCount } = tab;
  return { sheetId, title, index, sheetType: 'GRID', gridProperties: { rowCount, columnCount } };
}

function tabOf(draft: Draft, sheetId = 0): Tab {
  const tab = draft.tabs.find((one) => one.sheetId === sheetId);
  if (!tab) throw invalidArgument(`No grid with id: ${sheetId}`);
  return tab;
}

function dimensionOf(draft: Draft, range: DimensionRange): { tab: Tab; from: number; to: number } {
  const { startIndex: from = 0, endIndex: to } = range;
  if (to === undefined || to <= from) throw invalidArgument('endIndex must be greater than startIndex');
  return { tab: tabOf(draft, range.sheetId), from, to };
}

/** Rows are added where they are needed, columns are not. */
function checkColumns({ columnCount }: Tab, column: number, { values = [] }: RowData): void {
  if (column + values.length > columnCount)
    throw invalidArgument(
      `Attempting to write column: ${column + values.length - 1}, beyond the last requested column of: ${columnCount - 1}`,
    );
}

/** Writes the members that `fields` names into the cells of a row; a cell without such a value is cleared. */
function writeRow(tab: Tab, row: number, column: number, data: RowData, fields = ''): void {
  if (fields === '')
    throw invalidArgument("At least one field must be listed in 'fields'. (Use '*' to indicate all fields.)");
  const named = (field: string): boolean => fields === '*' || fields.includes(field);
  const cells = (data.values ?? []).map((cell, offset): Cell | undefined => {
    const before = tab.cell(row, column + offset);
    const entered = named('userEnteredValue') ? (cell.userEnteredValue ?? {}) : (before?.entered ?? {});
    const pattern = named('userEnteredFormat')
      ? (cell.userEnteredFormat?.numberFormat?.pattern ?? null)
      : (before?.pattern ?? null);
    return cellOf(entered, pattern);
  });
  tab.write(row, column, cells);
}

/** Numbers before texts before flags, empty cells last. */
function compared(a: Cell | undefined, b: Cell | undefined): number {
  if (isEmpty(a) || isEmpty(b)) return Number(isEmpty(a)) - Number(isEmpty(b));
  const [x, y] = [scalarOf(a?.effective ?? {}), scalarOf(b?.effective ?? {})];
  if (typeof x === 'number' && typeof y === 'number') return x - y;
  if (typeof x !== typeof y) return RANKS.indexOf(typeof x) - RANKS.indexOf(typeof y);
  return String(x).localeCompare(String(y));
}

const RANKS: readonly string[] = ['number', 'string', 'boolean'];
