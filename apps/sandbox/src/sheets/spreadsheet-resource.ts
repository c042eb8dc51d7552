import type { GridRange } from './spreadsheet/a1';
import { sheetProperties } from './spreadsheet/batch-requests';
import { toCellData } from './spreadsheet/cell';
import type { Spreadsheet } from './spreadsheet/spreadsheet';
import type { Tab } from './spreadsheet/tab';

/** The spreadsheet as `get` shows it: with the grid data of the ranges, or of every sheet. */
export function spreadsheetResource(
  spreadsheet: Spreadsheet,
  ranges: readonly GridRange[] | null,
  withData: boolean,
): object {
  const shown = (tab: Tab): GridRange[] =>
    ranges === null ? [{}] : ranges.filter((range) => (range.sheetId ?? 0) === tab.sheetId);
  return {
    spreadsheetId: spreadsheet.id,
    properties: { title: spreadsheet.title, locale: 'en_US', timeZone: 'Etc/GMT' },
    sheets: spreadsheet.tabs.flatMap((tab, index) => {
      const parts = shown(tab);
      if (parts.length === 0) return [];
      const properties = sheetProperties(tab, index);
      return [withData ? { properties, data: parts.map((range) => gridData(tab, range)) } : { properties }];
    }),
    namedRanges: spreadsheet.namedRanges,
    spreadsheetUrl: `https://docs.google.com/spreadsheets/d/${spreadsheet.id}/edit`,
  };
}

/** Rows and cells after the last filled one are left out. */
function gridData(tab: Tab, range: GridRange): object {
  const { startRowIndex, endRowIndex, startColumnIndex, endColumnIndex } = tab.bounded(range);
  const rowData: object[] = [];
  for (let row = startRowIndex; row < Math.min(endRowIndex, tab.filledRows); row += 1) {
    const values = tab.row(row).slice(startColumnIndex, endColumnIndex).map(toCellData);
    while (values.length > 0 && Object.keys(values.at(-1) ?? {}).length === 0) values.pop();
    rowData.push(values.length === 0 ? {} : { values: Array.from(values, (value) => value ?? {}) });
  }
  return {
    ...(startRowIndex === 0 ? {} : { startRow: startRowIndex }),
    ...(startColumnIndex === 0 ? {} : { startColumn: startColumnIndex }),
    ...(rowData.length === 0 ? {} : { rowData }),
  };
}
