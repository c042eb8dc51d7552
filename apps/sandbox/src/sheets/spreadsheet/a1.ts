import { invalidArgument } from '../problem';

/** A part of a sheet; ends are exclusive, and absent where the range is open. */
export interface GridRange {
  readonly sheetId?: number;
  readonly startRowIndex?: number;
  readonly endRowIndex?: number;
  readonly startColumnIndex?: number;
  readonly endColumnIndex?: number;
}

/** Reads `'My sheet'!A1:D5`, `Sheet!A:A`, `Sheet` or `A1`, with the ids of the sheets by title. @throws Problem */
export function rangeOfA1(text: string, sheetIds: ReadonlyMap<string, number>): GridRange {
  const [, quoted, plain, cells] =
    /^(?:'((?:[^']|'')+)'|([^!']+?))?(?:(?:^|!)([A-Za-z]*\d*(?::[A-Za-z]*\d*)?))?$/.exec(text) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? plain;
  const wholeSheet = sheetIds.get(title ?? '');
  if (title !== undefined && cells === undefined && wholeSheet !== undefined) return { sheetId: wholeSheet };
  const sheetId = title === undefined || cells === undefined ? [...sheetIds.values()][0] : wholeSheet;
  const part = cells ?? title ?? '';
  const parts = /^([A-Za-z]*)(\d*)(?::([A-Za-z]*)(\d*))?$/.exec(part);
  if (sheetId === undefined || !parts || part === '') throw invalidArgument(`Unable to parse range: ${text}`);
  const [, fromColumn = '', fromRow = '', toColumn, toRow] = parts;
  const single = toColumn === undefined;
  return {
    sheetId,
    ...bounds('Row', index(fromRow), index(single ? fromRow : (toRow ?? ''))),
    ...bounds('Column', columnIndex(fromColumn), columnIndex(single ? fromColumn : toColumn)),
  };
}

/** `A1:C3` of a range whose ends are all known. */
export function a1OfRange(title: string, range: Required<GridRange>): string {
  const from = `${columnLetters(range.startColumnIndex)}${range.startRowIndex + 1}`;
  const to = `${columnLetters(range.endColumnIndex - 1)}${range.endRowIndex}`;
  return `${quotedTitle(title)}!${from}:${to}`;
}

function quotedTitle(title: string): string {
  return /^[A-Za-z]\w*$/.test(title) ? title : `'${title.replaceAll("'", "''")}'`;
}

export function columnLetters(index: number): string {
  const rest = Math.floor(index / 26);
  return `${rest === 0 ? '' : columnLetters(rest - 1)}${String.fromCharCode(65 + (index % 26))}`;
}

function columnIndex(letters: string): number | undefined {
  if (letters === '') return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function index(digits: string): number | undefined {
  return digits === '' ? undefined : Number(digits) - 1;
}

function bounds(
  of: 'Row' | 'Column',
  start: number | undefined,
  last: number | undefined,
): Partial<GridRange> {
  return {
    ...(start === undefined ? {} : { [`start${of}Index`]: start }),
    ...(last === undefined ? {} : { [`end${of}Index`]: last + 1 }),
  };
}
