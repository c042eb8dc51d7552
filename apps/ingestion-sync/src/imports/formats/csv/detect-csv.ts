import { parse } from 'csv-parse/sync';
import { DecimalMark, decimalMarkOf, isAmount } from '../amounts';
import { DateOrder, dayOf, ordersOf } from '../days';
import { dateOrderOf } from '../date-order';
import { ibanOf } from '../fields';
import { STATEMENT_LIMITS } from '../limits';
import { CsvColumn, CsvReading, DetectedCsv } from '../statement';
import { EntryUnreadable } from '../statement-problem';
import { columnsNamed, isKindOfPayment } from './column-names';
import { columnIndexes, CsvRow, entryOf, isDirection } from './csv-entry';
import { cellText, isBlank, rowOptions } from './csv-rows';

const DELIMITERS = [';', ',', '\t', '|'] as const;
/** Rows that are looked at. */
const SAMPLE_ROWS = 400;
/** Banks put a page of lines before their entries at most. */
const BEGINNING_ROWS_MAX = 60;

type Rows = readonly (readonly string[])[];
type Columns = (CsvColumn | null)[];

interface Candidate {
  readonly reading: CsvReading;
  readonly score: number;
}

/**
 * How a text would be read as CSV: the delimiter by which most rows are entries. Where none makes entries of any row,
 * the one that cuts rows most evenly, for the user to correct; null where the text has no columns.
 * @param complete whether the text is the whole file, so that its last row is complete
 */
export function detectCsv(
  text: string,
  encoding: CsvReading['encoding'],
  complete: boolean,
): DetectedCsv | null {
  const candidates = DELIMITERS.flatMap(
    (delimiter) => candidateOf(text, encoding, delimiter, complete) ?? [],
  );
  const [best] = candidates.sort((a, b) => b.score - a.score);
  return best ? { reading: best.reading, certainty: 'BY_NAMES', questions: [] } : null;
}

function candidateOf(
  text: string,
  encoding: CsvReading['encoding'],
  delimiter: CsvReading['delimiter'],
  complete: boolean,
): Candidate | null {
  const rows = sampleRows(text, delimiter, complete);
  const widths = rows.filter((row) => row.length > 1 && row.length <= STATEMENT_LIMITS.columns);
  if (widths.length === 0) return null;
  const header = headerOf(rows);
  const first = header === null ? firstEntry(rows) : header + 1;
  const names = header === null ? [] : (rows[header] ?? []);
  const entries = rows.slice(first).filter((row) => !isBlank(row) && row.length > 1);
  const columns = columnsOf(names, entries);
  const reading: CsvReading = {
    encoding,
    delimiter,
    decimalMark: markOf(columns, entries, delimiter),
    dateOrder: orderOf(columns, entries, names),
    skipRows: first,
    columns,
    turnSigns: false,
    noMovementWords: [],
  };
  const readable = readableRows(reading, entries);
  return { reading, score: readable * 1_000 + commonWidth(widths) };
}

function sampleRows(text: string, delimiter: CsvReading['delimiter'], complete: boolean): Rows {
  let rows: string[][] = [];
  try {
    // What was cut before an error counts: a quote that is not closed is reported where the file is read.
    parse(text, {
      ...rowOptions(delimiter),
      to: SAMPLE_ROWS,
      on_record: (row: string[]) => {
        rows.push(row);
        return null;
      },
    });
  } catch {
    return rows;
  }
  if (!complete && rows.length < SAMPLE_ROWS) rows = rows.slice(0, -1);
  return rows;
}

/** The row of column names: the one with most known names, a date and an amount among them. */
function headerOf(rows: Rows): number | null {
  let [best, most] = [-1, 1];
  rows.slice(0, BEGINNING_ROWS_MAX).forEach((row, index) => {
    if (row.length > STATEMENT_LIMITS.columns) return;
    const known = new Set(row.map(cellText).flatMap((name) => columnsNamed(name).slice(0, 1)));
    const dated = known.has('booking_date') || known.has('value_date');
    const hasMoney = known.has('amount') || known.has('debit') || known.has('credit');
    const size = dated && hasMoney ? known.size + 1 : 0;
    if (size > most) [best, most] = [index, size];
  });
  return best === -1 ? null : best;
}

/** Without known names: the first row that has a date and an amount. */
function firstEntry(rows: Rows): number {
  const index = rows.findIndex(
    (row) =>
      row.some((cell) => ordersOf(cellText(cell)).length > 0) && row.some((cell) => isMoney(cellText(cell))),
  );
  return Math.max(0, index);
}

/** By name, and by what they have where a name is unknown or means several things. */
function columnsOf(names: readonly string[], entries: Rows): Columns {
  const width = Math.min(
    STATEMENT_LIMITS.columns,
    Math.max(names.length, ...entries.slice(0, SAMPLE_ROWS).map((row) => row.length)),
  );
  const values = (index: number): string[] =>
    entries.map((row) => cellText(row[index])).filter((cell) => cell !== '');
  const columns: Columns = Array.from({ length: width }, (_, index) =>
    columnOf(columnsNamed(cellText(names[index])), values(index)),
  );
  keepFirst(columns);
  fillDirection(columns, values);
  if (!columns.includes('booking_date')) fillDate(columns, values);
  const hasMoney = columns.some((column) => column === 'amount' || column === 'debit' || column === 'credit');
  if (!hasMoney) fillFirst(columns, 'amount', (index) => most(values(index), isMoney));
  if (!columns.includes('description')) {
    const kind = names.findIndex((name, index) => columns[index] === null && isKindOfPayment(cellText(name)));
    if (kind !== -1) columns[kind] = 'description';
    else if (names.length === 0 || !columns.includes('payee')) fillText(columns, values);
  }
  return columns;
}

function columnOf(named: readonly CsvColumn[], values: readonly string[]): CsvColumn | null {
  const [first = null, second] = named;
  if (first === 'bank_id' && new Set(values).size < values.length) return 'reference';
  if (first === 'status') return values.every((value) => value.length <= 40) ? 'status' : null;
  if (first === 'value_date') return second === undefined || most(values, isDate) ? 'value_date' : second;
  if (first === 'account' && second !== undefined)
    return new Set(values).size <= 1 && values.length > 1 ? first : second;
  if (first === 'counterparty_account' && second !== undefined) {
    return new Set(values).size <= 1 && values.length > 1 ? second : first;
  }
  return first;
}

/** A description may stand in several columns, and a name in any of several; what else has two is read from the first. */
function keepFirst(columns: Columns): void {
  const seen = new Set<CsvColumn>();
  columns.forEach((column, index) => {
    if (column === null || column === 'description' || column === 'payee') return;
    if (seen.has(column)) columns[index] = null;
    seen.add(column);
  });
}

function fillDate(columns: Columns, values: (index: number) => string[]): void {
  if (fillFirst(columns, 'booking_date', (index) => most(values(index), isDate))) return;
  const valueDate = columns.indexOf('value_date');
  if (valueDate !== -1) columns[valueDate] = 'booking_date';
}

/** Of amounts that have no sign, a column of words says which way they went, whatever it is called. */
function fillDirection(columns: Columns, values: (index: number) => string[]): void {
  const amount = columns.indexOf('amount');
  if (amount === -1 || columns.includes('direction') || values(amount).some((text) => /[-−–(]/.test(text)))
    return;
  fillFirst(columns, 'direction', (index) => values(index).length > 0 && values(index).every(isDirection));
}

function fillFirst(columns: Columns, column: CsvColumn, fits: (index: number) => boolean): boolean {
  const index = columns.findIndex((known, at) => known === null && fits(at));
  if (index !== -1) columns[index] = column;
  return index !== -1;
}

/** The column with the longest texts. */
function fillText(columns: Columns, values: (index: number) => string[]): void {
  let [best, longest] = [-1, 0];
  columns.forEach((column, index) => {
    if (column !== null) return;
    const texts = values(index).filter((value) => /\p{L}{2}/u.test(value) && ibanOf(value) === undefined);
    const length = texts.reduce((sum, { length }) => sum + length, 0);
    if (length > longest) [best, longest] = [index, length];
  });
  if (best !== -1) columns[best] = 'description';
}

function isDate(text: string): boolean {
  return ordersOf(text).length > 0;
}

/** An amount, and no date or number of an account. */
function isMoney(text: string): boolean {
  return isAmount(text, null) && /\d/.test(text) && !isDate(text) && !/^\d{7,}$/.test(text);
}

function most(values: readonly string[], fits: (value: string) => boolean): boolean {
  return values.length > 0 && values.filter(fits).length * 2 > values.length;
}

function markOf(columns: Columns, entries: Rows, delimiter: string): DecimalMark {
  let votes = 0;
  columns.forEach((column, index) => {
    if (column !== 'amount' && column !== 'debit' && column !== 'credit' && column !== 'balance') return;
    for (const row of entries) {
      const mark = decimalMarkOf(cellText(row[index]));
      if (mark !== null) votes += mark === ',' ? 1 : -1;
    }
  });
  if (votes !== 0) return votes > 0 ? ',' : '.';
  return delimiter === ';' ? ',' : '.';
}

function orderOf(columns: Columns, entries: Rows, names: readonly string[]): DateOrder {
  const index = columns.findIndex((column) => column === 'booking_date' || column === 'value_date');
  const dates = entries.map((row) => cellText(row[index])).filter((text) => text !== '');
  const english = names.some((name) =>
    /^(date|transaction date|posting date|posted date|post date)$/i.test(name.trim()),
  );
  return dateOrderOf(dates, english && dates.some((text) => text.includes('/')) ? 'MDY' : 'DMY');
}

function readableRows(reading: CsvReading, entries: Rows): number {
  const indexes = columnIndexes(reading.columns);
  const how = { ...reading, currency: null };
  return entries.filter((cells) => {
    try {
      return (
        dayOf(entryOf(new CsvRow(cells, indexes), how, '', 1).document.booking_date ?? '', 'YMD') !== null
      );
    } catch (error) {
      if (error instanceof EntryUnreadable) return false;
      throw error;
    }
  }).length;
}

/** Of rows that say nothing else: how many are as wide as most are. */
function commonWidth(rows: Rows): number {
  const counts = new Map<number, number>();
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1);
  return Math.max(...counts.values());
}
