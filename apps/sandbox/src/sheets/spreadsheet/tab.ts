import type { GridRange } from './a1';
import { isEmpty, type Cell } from './cell';

type Row = readonly (Cell | undefined)[];

const NEW_ROWS = 1000;
const NEW_COLUMNS = 26;

export interface TabSetting {
  readonly sheetId: number;
  readonly title: string;
  readonly rowCount?: number;
  readonly columnCount?: number;
}

/** A sheet of a spreadsheet. Rows are replaced, never changed, so that a copy is cheap. */
export class Tab {
  readonly sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  private rows: Row[] = [];

  constructor(setting: TabSetting) {
    this.sheetId = setting.sheetId;
    this.title = setting.title;
    this.rowCount = setting.rowCount ?? NEW_ROWS;
    this.columnCount = setting.columnCount ?? NEW_COLUMNS;
  }

  copy(): Tab {
    const copy = new Tab(this);
    copy.rows = this.rows.slice();
    return copy;
  }

  cell(row: number, column: number): Cell | undefined {
    return this.rows[row]?.[column];
  }

  row(index: number): Row {
    return this.rows[index] ?? [];
  }

  /** Index after the last row with a value. */
  get filledRows(): number {
    let end = this.rows.length;
    while (end > 0 && this.row(end - 1).every(isEmpty)) end -= 1;
    return end;
  }

  /** Index after the last column with a value. */
  get filledColumns(): number {
    return this.rows.reduce((end, row) => {
      let columns = row.length;
      while (columns > end && isEmpty(row[columns - 1])) columns -= 1;
      return Math.max(end, columns);
    }, 0);
  }

  /** The range with all its ends, within the sheet. */
  bounded(range: GridRange): Required<GridRange> {
    const {
      startRowIndex = 0,
      endRowIndex = this.rowCount,
      startColumnIndex = 0,
      endColumnIndex = this.columnCount,
    } = range;
    return {
      sheetId: this.sheetId,
      startRowIndex,
      endRowIndex: Math.min(endRowIndex, this.rowCount),
      startColumnIndex,
      endColumnIndex: Math.min(endColumnIndex, this.columnCount),
    };
  }

  write(row: number, column: number, cells: Row): void {
    this.rowCount = Math.max(this.rowCount, row + 1);
    this.columnCount = Math.max(this.columnCount, column + cells.length);
    while (this.rows.length <= row) this.rows.push([]);
    const changed = [...this.row(row)];
    cells.forEach((cell, offset) => (changed[column + offset] = cell));
    this.rows[row] = changed;
  }

  insertRows(at: number, count: number): void {
    if (at < this.rows.length) this.rows.splice(at, 0, ...Array.from({ length: count }, (): Row => []));
    this.rowCount += count;
  }

  deleteRows(from: number, to: number): void {
    this.rows.splice(from, to - from);
    this.rowCount -= to - from;
  }

  insertColumns(at: number, count: number): void {
    this.columnCount += count;
    this.eachRow((row) => [
      ...padded(row, at).slice(0, at),
      ...Array.from({ length: count }, () => undefined),
      ...row.slice(at),
    ]);
  }

  deleteColumns(from: number, to: number): void {
    this.columnCount -= to - from;
    this.eachRow((row) => [...row.slice(0, from), ...row.slice(to)]);
  }

  sortRows(from: number, to: number, before: (a: Row, b: Row) => number): void {
    const end = Math.min(to, this.filledRows);
    this.rows.splice(from, end - from, ...this.rows.slice(from, end).sort(before));
  }

  private eachRow(change: (row: Row) => Row): void {
    this.rows = this.rows.map(change);
  }
}

function padded(row: Row, length: number): (Cell | undefined)[] {
  return [...row, ...Array.from({ length: Math.max(0, length - row.length) }, () => undefined)];
}
