import { possibleOrders } from '../../values/date-order';
import { decimalMarkOf } from '../../values/amounts';
import { dayOf, ordersOf } from '../../values/days';
import { CsvColumn, CsvReading, StatementEntry } from '../../statement';
import { EntryUnreadable } from '../../statement-problem';
import { columnIndexes, CsvRow, entryOf, rowReading } from '../csv-entry';
import { detectCsv } from './detect-csv';
import { chainOf, isProof, Step } from './find-balance';
import { RowLeftOut } from '../left-out-rows';
import { directionOf } from '../names/direction-words';
import { rowsAfter, Rows } from './sample-table';
import { unitsOf } from '../units';

/** The required share, because a few rows of a file may be broken. */
const SHARE_MIN = 0.9;

/** `unlikely`: the dates are valid in the confirmed order, but closer to each other in another one. */
export type Fit = 'fits' | 'unlikely' | 'contradicts';

/**
 * Returns whether another file with the same column names fits a confirmed reading: the order in dates, the decimal
 * mark, the direction, and the balance if there is one. A file of another bank with the same names does not fit.
 * @param complete whether the text is the whole file
 */
export function fitOf(text: string, reading: CsvReading, complete: boolean): Fit {
  const rows = rowsAfter(text, reading, complete);
  if (rows.length === 0) return 'fits';
  const all = rows.map((row) => new CsvRow(row, columnIndexes(reading.columns)));
  // A date that is invalid in every order tells nothing about the order.
  const possible = all.filter((row) => !hasNoDay(row));
  const read = possible.length * 2 > all.length ? possible : all;
  if (!datesFit(read, reading) || !marksFit(read, reading) || !directionsFit(read)) return 'contradicts';
  const { entries, unreadable } = readRows(read, reading);
  if (unreadable > (entries.length + unreadable) * (1 - SHARE_MIN)) return 'contradicts';
  return balanceFits(entries, reading) ? besideDetected(text, reading, complete) : 'contradicts';
}

function hasNoDay(row: CsvRow): boolean {
  const texts = (['booking_date', 'value_date'] as const).map((column) => row.text(column));
  return texts.some((text) => /\d/.test(text) && ordersOf(text).length === 0);
}

/** Returns whether all dates are valid in the order, and do not suggest another one. */
function datesFit(rows: readonly CsvRow[], { dateOrder }: CsvReading): boolean {
  return (['booking_date', 'value_date'] as const).every((column) => {
    const dates = rows.map((row) => row.text(column)).filter((date) => /\d/.test(date));
    const days = dates.filter((date) => dayOf(date, dateOrder) !== null);
    return (
      days.length >= dates.length * SHARE_MIN &&
      (days.length === 0 || possibleOrders(days).includes(dateOrder))
    );
  });
}

function marksFit(rows: readonly CsvRow[], { decimalMark }: CsvReading): boolean {
  const money: readonly CsvColumn[] = ['amount', 'debit', 'credit', 'balance'];
  const marks = rows
    .flatMap((row) => money.map((column) => decimalMarkOf(row.text(column))))
    .filter((mark) => mark !== null);
  return marks.filter((mark) => mark === decimalMark).length >= marks.length * SHARE_MIN;
}

function directionsFit(rows: readonly CsvRow[]): boolean {
  const words = rows.map((row) => row.text('direction')).filter((word) => word !== '');
  return words.filter((word) => directionOf(word) !== null).length >= words.length * SHARE_MIN;
}

function readRows(
  rows: readonly CsvRow[],
  reading: CsvReading,
): { entries: StatementEntry[]; unreadable: number } {
  const how = rowReading(reading, null);
  const entries: StatementEntry[] = [];
  let unreadable = 0;
  for (const row of rows) {
    try {
      entries.push(entryOf(row, how, row.text('account'), 1));
    } catch (error) {
      if (error instanceof EntryUnreadable) unreadable += 1;
      else if (!(error instanceof RowLeftOut)) throw error;
    }
  }
  return { entries, unreadable };
}

/**
 * Returns whether the balance column follows from the amounts. If it would only with opposite signs, the file is of
 * another bank.
 */
function balanceFits(entries: readonly StatementEntry[], { columns }: CsvReading): boolean {
  if (!columns.includes('balance')) return true;
  const chain = (sign: bigint) => chainOf(entries.map((entry) => stepOf(entry, sign)));
  return isProof(chain(1n)) || !isProof(chain(-1n));
}

function stepOf({ accountKey, document }: StatementEntry, sign: bigint): Step | null {
  if (document.balance_after_transaction === undefined || !document.booked) return null;
  const after = unitsOf(document.balance_after_transaction);
  const before = after - sign * unitsOf(document.amount);
  return { before, after, day: document.booking_date, group: `${accountKey}|${document.currency}` };
}

/** Compares the reading with the one that the file alone suggests for money and dates. */
function besideDetected(text: string, reading: CsvReading, complete: boolean): Fit {
  const found = detectCsv(text, reading.encoding, complete);
  if (found === null || found.certainty === 'GUESS') return 'fits';
  const other = found.reading;
  if (other.skipRows !== reading.skipRows || other.delimiter !== reading.delimiter) return 'contradicts';
  const isSameOrder = other.dateOrder === reading.dateOrder || onlyPlainDates(text, reading, complete);
  const isProven = found.certainty === 'PROVEN';
  if (!isSameOrder) return isProven ? 'contradicts' : 'unlikely';
  return isProven && hasOtherMoney(other, reading) ? 'contradicts' : 'fits';
}

function hasOtherMoney(other: CsvReading, reading: CsvReading): boolean {
  const money: readonly (CsvColumn | null)[] = ['amount', 'debit', 'credit', 'direction'];
  return (
    other.turnSigns !== reading.turnSigns ||
    other.columns.some(
      (column, index) => money.includes(column) && (reading.columns[index] ?? null) !== column,
    )
  );
}

/** Returns whether the dates are the same days in each order, so that the file tells nothing about it. */
function onlyPlainDates(text: string, reading: CsvReading, complete: boolean): boolean {
  const rows: Rows = rowsAfter(text, reading, complete);
  const index = reading.columns.indexOf('booking_date');
  return rows.every((row) => {
    const cell = row[index] ?? '';
    return dayOf(cell, 'DMY') === dayOf(cell, 'MDY');
  });
}
