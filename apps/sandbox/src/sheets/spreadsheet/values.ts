import { a1OfRange, type GridRange } from './a1';
import type { BatchRequest } from './batch-requests';
import { enteredOf, formatted, isEmpty, scalarOf, type Cell } from './cell';
import type { ExtendedValue } from './extended-value';
import { invalidArgument } from '../problem';
import type { Spreadsheet } from './spreadsheet';
import type { Tab } from './tab';

/** A cell's value by the option of the query. */
const RENDERED: Readonly<Record<string, (cell: Cell) => unknown>> = {
  FORMATTED_VALUE: formatted,
  UNFORMATTED_VALUE: (cell) => scalarOf(cell.effective),
  FORMULA: (cell) => scalarOf(cell.entered),
};

interface ValueRange {
  readonly range?: string;
  readonly majorDimension?: string;
  readonly values?: readonly (readonly unknown[])[];
}

/** A range as `values.get` shows it: without empty rows and cells at the end. @throws Problem */
export function valueRange(spreadsheet: Spreadsheet, a1: string, render = 'FORMATTED_VALUE'): ValueRange {
  const rendered = RENDERED[render];
  if (!rendered) throw invalidArgument(`Invalid value at 'value_render_option': "${render}"`);
  const { tab, range } = located(spreadsheet, a1);
  const values: unknown[][] = [];
  for (let row = range.startRowIndex; row < Math.min(range.endRowIndex, tab.filledRows); row += 1) {
    const cells = Array.from({ length: range.endColumnIndex - range.startColumnIndex }, (_, index) =>
      tab.cell(row, range.startColumnIndex + index),
    );
    while (cells.length > 0 && isEmpty(cells.at(-1))) cells.pop();
    values.push(cells.map((cell) => (!cell || isEmpty(cell) ? '' : rendered(cell))));
  }
  while (values.at(-1)?.length === 0) values.pop();
  return {
    range: a1OfRange(tab.title, range),
    majorDimension: 'ROWS',
    ...(values.length === 0 ? {} : { values }),
  };
}

/** The requests that write values to a range. @throws Problem */
export function writeRequests(
  spreadsheet: Spreadsheet,
  a1: string,
  body: ValueRange,
  input: string | undefined,
): BatchRequest[] {
  const { tab, range } = located(spreadsheet, body.range ?? a1);
  return writing(tab, range.startRowIndex, range.startColumnIndex, body, input);
}

/**
 * Returns the requests that append values to the table at the range. A table ends at the first empty row.
 * @throws Problem
 */
export function appendRequests(
  spreadsheet: Spreadsheet,
  a1: string,
  body: ValueRange,
  options: { readonly input: string | undefined; readonly insertRows: boolean },
): { requests: BatchRequest[]; tableRange: string | null; updatedRange: string; rows: number } {
  const { tab, range } = located(spreadsheet, a1);
  let end = range.startRowIndex;
  while (end < tab.filledRows && !tab.row(end).every(isEmpty)) end += 1;
  const rows = body.values?.length ?? 0;
  const insert = {
    range: { sheetId: tab.sheetId, dimension: 'ROWS' as const, startIndex: end, endIndex: end + rows },
  };
  const columns = Math.max(1, ...(body.values ?? []).map((row) => row.length));
  const written = {
    ...range,
    startRowIndex: end,
    endRowIndex: end + rows,
    endColumnIndex: range.startColumnIndex + columns,
  };
  const table = { ...range, endRowIndex: end, endColumnIndex: Math.max(1, tab.filledColumns) };
  return {
    requests: [
      ...(options.insertRows && rows > 0 ? [{ insertDimension: insert }] : []),
      ...writing(tab, end, range.startColumnIndex, body, options.input, options.insertRows),
    ],
    tableRange: end === range.startRowIndex ? null : a1OfRange(tab.title, table),
    updatedRange: a1OfRange(tab.title, written),
    rows,
  };
}

function located(spreadsheet: Spreadsheet, a1: string): { tab: Tab; range: Required<GridRange> } {
  const range = spreadsheet.range(a1);
  const tab = spreadsheet.tab(range.sheetId ?? 0);
  const bounded = tab.bounded(range);
  if (bounded.startRowIndex >= tab.rowCount || bounded.startColumnIndex >= tab.columnCount) {
    throw invalidArgument(
      `Range (${a1}) exceeds grid limits. Max rows: ${tab.rowCount}, max columns: ${tab.columnCount}`,
    );
  }
  return { tab, range: bounded };
}

function writing(
  tab: Tab,
  row: number,
  column: number,
  body: ValueRange,
  input: string | undefined,
  makesRoom = false,
): BatchRequest[] {
  if (input !== 'RAW' && input !== 'USER_ENTERED') {
    throw invalidArgument("'valueInputOption' is required but not specified");
  }
  if (body.majorDimension !== undefined && body.majorDimension !== 'ROWS')
    throw invalidArgument('Only ROWS are known here.');
  const missing = row + (body.values?.length ?? 0) - tab.rowCount;
  const rows = (body.values ?? []).map((values) => ({
    values: values.map((value) => ({
      userEnteredValue: value === null ? undefined : enteredOf(value, input),
    })),
  }));
  return [
    ...(missing > 0 && !makesRoom
      ? [{ appendDimension: { sheetId: tab.sheetId, dimension: 'ROWS' as const, length: missing } }]
      : []),
    {
      updateCells: {
        rows,
        fields: 'userEnteredValue',
        start: { sheetId: tab.sheetId, rowIndex: row, columnIndex: column },
      },
    },
  ];
}

/** Returns the number of cells that a value range fills. */
export function cellCount(body: ValueRange): number {
  return (body.values ?? []).reduce((sum, row) => sum + row.length, 0);
}

export type { ValueRange, ExtendedValue };
