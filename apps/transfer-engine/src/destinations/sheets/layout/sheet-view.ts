import { inTurns } from '@tributary/outbound';
import { CellData } from './cells';
import { placeGone } from '../errors';

/** The part of a sheet that was read. */
export interface SheetView {
  readonly sheetId: number;
  readonly title: string;
  readonly rowCount: number;
  readonly columnCount: number;
  /** The id of the named range that marks our newest write; null if there is none. */
  readonly markId: string | null;
  /** Rows by index; their cells by the index of the column. */
  readonly rows: ReadonlyMap<number, ReadonlyMap<number, CellData>>;
}

/** The fields to request so that the response contains a view of each sheet. */
export const VIEW_FIELDS =
  'namedRanges(namedRangeId,name),sheets(properties(sheetId,title,gridProperties(rowCount,columnCount)),' +
  'data(startRow,startColumn,rowData(values(userEnteredValue))))';

/** The name of the range that marks the newest write to a sheet. */
export function markName(sheetId: number): string {
  return `tributary_${sheetId}`;
}

interface Answered {
  readonly namedRanges?: readonly { readonly namedRangeId?: string; readonly name?: string }[];
  readonly sheets?: readonly {
    readonly properties?: {
      readonly sheetId?: number;
      readonly title?: string;
      readonly gridProperties?: { readonly rowCount?: number; readonly columnCount?: number };
    };
    readonly data?: readonly GridData[];
  }[];
}

interface GridData {
  readonly startRow?: number;
  readonly startColumn?: number;
  readonly rowData?: readonly { readonly values?: readonly CellData[] }[];
}

/** Returns the sheets of a response by id. @throws DestinationFailure if one is missing */
export async function viewsOf(
  answer: Record<string, unknown>,
  sheetIds: readonly number[],
): Promise<Map<number, SheetView>> {
  const { namedRanges = [], sheets = [] } = answer as Answered;
  const views = new Map<number, SheetView>();
  for (const { properties = {}, data = [] } of sheets) {
    const { sheetId = 0, title = '', gridProperties = {} } = properties;
    const mark = namedRanges.find(({ name }) => name === markName(sheetId));
    views.set(sheetId, {
      sheetId,
      title,
      rowCount: gridProperties.rowCount ?? 0,
      columnCount: gridProperties.columnCount ?? 0,
      markId: mark?.namedRangeId ?? null,
      rows: await rowsOf(data),
    });
  }
  if (!sheetIds.every((sheetId) => views.has(sheetId))) throw placeGone();
  return views;
}

/** Merges the parts of a sheet, which may overlap. Google omits indexes that are zero. */
async function rowsOf(data: readonly GridData[]): Promise<Map<number, Map<number, CellData>>> {
  const rows = new Map<number, Map<number, CellData>>();
  for (const { startRow = 0, startColumn = 0, rowData = [] } of data) {
    await inTurns(rowData.entries(), ([place, { values = [] }]) => {
      const cells = rows.get(startRow + place) ?? new Map<number, CellData>();
      values.forEach((cell, column) => {
        if (cell.userEnteredValue !== undefined) cells.set(startColumn + column, cell);
      });
      if (cells.size > 0) rows.set(startRow + place, cells);
    });
  }
  return rows;
}
