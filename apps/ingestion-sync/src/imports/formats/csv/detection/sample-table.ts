import { largestOf } from '@tributary/contracts';
import { parse } from 'csv-parse/sync';
import { isAmount } from '../../values/amounts';
import { ordersOf } from '../../values/days';
import { STATEMENT_LIMITS } from '../../limits';
import { CsvReading } from '../../statement';
import { meaningsOf } from './column-names';
import { cellText, isBlank, rowOptions } from '../csv-rows';
import { periodIn, withYear } from '../days-without-years';
import { NamedKind } from '../names/column-words';

/** The number of sampled rows. */
const SAMPLE_ROWS = 400;
/** The most lines before the entries: banks use a page at most. */
const BEGINNING_ROWS_MAX = 60;

export type Rows = readonly (readonly string[])[];

/** The first rows of a file, split by one delimiter. */
export interface SampleTable {
  readonly delimiter: CsvReading['delimiter'];
  /** The column names; empty if the file has none. */
  readonly names: readonly string[];
  /** The number of rows before the first entry. */
  readonly skipRows: number;
  /** The rows from the first entry on that have a date; all of them if none has. */
  readonly rows: Rows;
  /** All rows from the first entry on, without blank ones. */
  readonly allRows: Rows;
  readonly width: number;
  /** The number of rows with the most common width. */
  readonly evenRows: number;
}

/**
 * Splits the text by this delimiter; null if that gives no columns.
 * @param complete whether the text is the whole file, so that its last row is complete
 */
export function sampleTable(
  text: string,
  delimiter: CsvReading['delimiter'],
  complete: boolean,
): SampleTable | null {
  const all = withYears(sampleRows(text, delimiter, complete));
  const wide = all.filter((row) => row.length > 1 && row.length <= STATEMENT_LIMITS.columns);
  if (wide.length === 0) return null;
  const header = headerOf(all);
  const skipRows = header === null ? beginningOf(all) : header + 1;
  const names = header === null ? [] : (all[header] ?? []).map(cellText);
  const allRows = all.slice(skipRows).filter((row) => !isBlank(row) && row.length > 1);
  const dated = allRows.filter((row) => row.some(isDate));
  const rows = dated.length === 0 ? allRows : dated;
  const width = Math.min(
    STATEMENT_LIMITS.columns,
    largestOf(
      rows.map(({ length }) => length),
      names.length,
    ),
  );
  return { delimiter, names, skipRows, rows, allRows, width, evenRows: evenRows(wide) };
}

/** Adds years to days, in files whose first lines name the period. */
function withYears(rows: Rows): Rows {
  const period = firstEntry(rows) === -1 ? periodIn(rows.slice(0, BEGINNING_ROWS_MAX)) : null;
  return period === null ? rows : rows.map((row) => row.map((cell) => withYear(cell, period, null)));
}

/**
 * Returns the number of rows before the first entry of a file without names. A first line with a differently formatted
 * day is about the account.
 */
function beginningOf(rows: Rows): number {
  const entry = Math.max(0, firstEntry(rows));
  const [first = [], ...others] = rows.slice(entry, entry + ROWS_COMPARED).filter((row) => row.some(isDate));
  const isUnlike = first.some((cell, index) => {
    if (!isDate(cell)) return false;
    const ways = new Set(others.map((row) => wayOfDate(row[index] ?? '')));
    return others.length > 1 && ways.size === 1 && !ways.has(wayOfDate(cell)) && !ways.has('');
  });
  return isUnlike ? entry + 1 : entry;
}

const ROWS_COMPARED = 50;

/** Returns the format of a date: `2026-03-31` and `31-03-2026` differ. */
function wayOfDate(text: string): string {
  return isDate(text) ? text.replace(/\d+/g, (digits) => (digits.length === 4 ? 'year' : 'n')) : '';
}

/** Returns the rows that a reading treats as entries, for a file that may lack the reading's row of names. */
export function rowsAfter(text: string, reading: CsvReading, complete: boolean): Rows {
  return withYears(sampleRows(text, reading.delimiter, complete))
    .slice(reading.skipRows)
    .filter((row) => !isBlank(row));
}

function sampleRows(text: string, delimiter: CsvReading['delimiter'], complete: boolean): Rows {
  let rows: string[][] = [];
  try {
    // Rows before an error are used; an unclosed quote is reported when the whole file is read.
    parse(text, {
      ...rowOptions(delimiter),
      to: SAMPLE_ROWS,
      on_record: (row: string[]) => {
        rows.push(row.map(cellText));
        return null;
      },
    });
  } catch {
    return rows;
  }
  if (!complete && rows.length < SAMPLE_ROWS) rows = rows.slice(0, -1);
  return rows;
}

const DATES: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'booking_date',
  'purchase_date',
  'value_date',
  'date',
]);
const MONEY: ReadonlySet<NamedKind> = new Set<NamedKind>(['amount', 'debit', 'credit', 'original_amount']);

/**
 * Returns the row of column names: the one with the most known names, including a date and an amount; otherwise the row
 * of texts above the first row with a date and an amount.
 */
function headerOf(rows: Rows): number | null {
  let [best, most] = [-1, 0];
  rows.slice(0, BEGINNING_ROWS_MAX).forEach((row, index) => {
    const size = knownNames(row);
    if (size > most) [best, most] = [index, size];
  });
  return best === -1 ? textsAbove(rows, firstEntry(rows)) : best;
}

function knownNames(row: readonly string[]): number {
  if (row.length > STATEMENT_LIMITS.columns || row.some(isValue)) return 0;
  const kinds = row.map((name) => meaningsOf(name).map(({ kind }) => kind));
  const has = (some: ReadonlySet<NamedKind>): number =>
    kinds.findIndex((names) => names.some((kind) => some.has(kind)));
  const [date, money] = [has(DATES), has(MONEY)];
  if (date === -1 || money === -1 || kinds.filter((names) => names.length > 0).length < 2) return 0;
  return kinds.filter((names) => names.length > 0).length;
}

/** Returns a row of texts above the entries, with only blank rows between, and about as many cells as an entry. */
function textsAbove(rows: Rows, entry: number): number | null {
  const first = rows[entry];
  if (first === undefined) return null;
  let index = entry - 1;
  while (index >= 0 && isBlank(rows[index] ?? [])) index -= 1;
  const row = rows[index];
  if (row === undefined || row.some(isValue) || !row.some((cell) => /\p{L}/u.test(cell))) return null;
  const filled = row.filter((cell) => cell !== '').length;
  return filled >= 2 && row.length * 2 > first.length && row.length <= STATEMENT_LIMITS.columns
    ? index
    : null;
}

/** Returns the first row with a date and an amount, or -1. */
function firstEntry(rows: Rows): number {
  return rows.findIndex(looksLikeEntry);
}

/** Returns whether the row has a day and an amount. */
export function looksLikeEntry(row: readonly string[]): boolean {
  const date = row.findIndex(isDate);
  return date !== -1 && row.some((cell, index) => index !== date && isMoney(cell));
}

export function isDate(text: string): boolean {
  return text.length > 5 && ordersOf(text).length > 0;
}

/** Returns whether the text is an amount, and no date or account number. */
export function isMoney(text: string): boolean {
  return /\p{Nd}/u.test(text) && isAmount(text, null) && !isDate(text) && !/^\d{10,}$/.test(text);
}

/** Returns whether the text is a date or an amount, which never names a column. */
function isValue(text: string): boolean {
  return /\p{Nd}/u.test(text) && (isDate(text) || isAmount(text, null));
}

/** Returns the number of rows with the most common width, for tables without other evidence. */
function evenRows(rows: Rows): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return largestOf(counts.values());
}
