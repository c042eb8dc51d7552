import { currencyOf } from '../../../../providers/mapping/json-fields';
import { codesIn } from '../../values/currency-marks';
import { dayOf } from '../../values/days';
import { CsvCertainty, CsvColumn, CsvQuestion, CsvReading, DetectedCsv } from '../../statement';
import { EntryUnreadable } from '../../statement-problem';
import { chooseDates } from './choose-dates';
import { chooseMoney, directionColumns } from './choose-money';
import { accountColumn, chooseTexts, currencyColumn, statusColumn } from './choose-texts';
import { isForeignName } from './column-names';
import { columnIndexes, CsvRow, entryOf, rowReading } from '../csv-entry';
import { chooseMark } from '../decimal-mark';
import { RowLeftOut } from '../left-out-rows';
import { ColumnUnits } from '../movements';
import { statusOf } from '../names/status-words';
import { ColumnProfile, profileColumns } from './profile-columns';
import { SampleTable, sampleTable } from './sample-table';

const DELIMITERS = [';', ',', '\t', '|'] as const;

interface Candidate {
  readonly detected: DetectedCsv;
  readonly score: number;
}

/**
 * Detects how a text can be read as CSV: with the delimiter by which most rows are entries; if no row is an entry, the
 * one with the most even rows, for the user to correct. Null if the text has no columns.
 * @param complete whether the text is the whole file, so that its last row is complete
 */
export function detectCsv(
  text: string,
  encoding: CsvReading['encoding'],
  complete: boolean,
): DetectedCsv | null {
  const candidates = DELIMITERS.flatMap((delimiter): Candidate[] => {
    const table = sampleTable(text, delimiter, complete);
    return table === null ? [] : [candidateOf(table, encoding)];
  });
  const [best] = candidates.sort((a, b) => b.score - a.score);
  return best?.detected ?? null;
}

/** Finds each kind of column in turn; the columns found before help to find the next. */
function candidateOf(table: SampleTable, encoding: string): Candidate {
  const columns = profileColumns(table);
  const rows = table.rows.length;
  const kinds = new Map<number, CsvColumn>();
  const status = statusColumn(columns);
  const currency = currencyColumn(columns.filter((column) => column !== status));
  const stated = statedCurrency(currency, table.names);
  const { mark, questions: marks } = chooseMark(columns, table.delimiter, stated);
  const foreignNames = table.names.some(isForeignName);
  const dates = chooseDates(columns, {
    delimiter: table.delimiter,
    decimalMark: mark,
    foreignNames,
    currency: stated,
  });
  const account = accountColumn(columns, rows);
  for (const [column, kind] of [
    [status, 'status'],
    [currency, 'currency'],
    [account, 'account'],
  ] as const) {
    if (column !== null && !dates.kinds.has(column.index)) kinds.set(column.index, kind);
  }
  for (const [index, kind] of dates.kinds) kinds.set(index, kind);
  const free = columns.filter(({ index }) => !kinds.has(index));
  const money = chooseMoney(free, directionColumns(free), {
    units: new ColumnUnits(mark),
    days: daysOf(table, dates.kinds, dates.order),
    groups: table.rows.map((row) =>
      [account, currency].map((column) => column && row[column.index]).join('|'),
    ),
    unmoved: table.rows.map((row) => status !== null && isUnmoved(row[status.index] ?? '')),
  });
  for (const [index, kind] of money.kinds) kinds.set(index, kind);
  if (currency !== null && isOfPayments(currency, columns, money.kinds)) kinds.delete(currency.index);
  for (const [index, kind] of chooseTexts(columns, kinds, rows)) kinds.set(index, kind);
  const reading: CsvReading = {
    encoding,
    delimiter: table.delimiter,
    decimalMark: mark,
    dateOrder: dates.order,
    skipRows: table.skipRows,
    columns: columns.map(({ index }) => kinds.get(index) ?? null),
    turnSigns: money.turnSigns,
    noMovementWords: [],
  };
  const readable = readableRows(reading, table);
  const questions = rows === 0 ? [] : [...marks, ...dates.questions, ...money.questions];
  const certainty = certaintyOf(questions, money.proven);
  const score = readable * 1_000 + Number(certainty === 'PROVEN') * 500 + table.evenRows;
  return { detected: { reading, certainty, questions }, score };
}

/**
 * Returns whether a currency column belongs to the original payments, because the amount's name already states the
 * currency, as in `Amount in EUR`.
 */
function isOfPayments(
  currency: ColumnProfile,
  columns: readonly ColumnProfile[],
  money: ReadonlyMap<number, CsvColumn>,
): boolean {
  const codes = columns
    .filter(({ index }) => ['amount', 'debit', 'credit'].includes(money.get(index) ?? ''))
    .flatMap(({ name }) => codesIn(name));
  const [code] = codes;
  return (
    code !== undefined && currency.cells.some((cell) => cell !== '' && cell.trim().toUpperCase() !== code)
  );
}

function certaintyOf(questions: readonly CsvQuestion[], proven: boolean): CsvCertainty {
  if (questions.length > 0) return 'GUESS';
  return proven ? 'PROVEN' : 'BY_NAMES';
}

/** Returns the only currency in the rows or in the column names. */
function statedCurrency(currency: ColumnProfile | null, names: readonly string[]): string | null {
  const inRows = new Set(currency?.cells.filter((cell) => cell !== ''));
  if (inRows.size > 0) return inRows.size === 1 ? (currencyOf([...inRows][0]?.toUpperCase()) ?? null) : null;
  const inNames = names.flatMap(codesIn);
  return new Set(inNames).size === 1 ? (inNames[0] ?? null) : null;
}

function daysOf(
  { rows }: SampleTable,
  kinds: ReadonlyMap<number, CsvColumn>,
  order: CsvReading['dateOrder'],
): (string | null)[] {
  const index = [...kinds].find(([, kind]) => kind === 'booking_date')?.[0];
  return rows.map((row) => (index === undefined ? null : dayOf(row[index] ?? '', order)));
}

function isUnmoved(status: string): boolean {
  const meaning = statusOf(status);
  return meaning === 'NO_MOVEMENT' || meaning === 'PENDING';
}

function readableRows(reading: CsvReading, { allRows }: SampleTable): number {
  const indexes = columnIndexes(reading.columns);
  const how = rowReading(reading, null);
  return allRows.filter((cells) => {
    try {
      const { document } = entryOf(new CsvRow(cells, indexes), how, '', 1);
      return (document.booking_date ?? document.value_date) !== null;
    } catch (error) {
      if (error instanceof EntryUnreadable || error instanceof RowLeftOut) return false;
      throw error;
    }
  }).length;
}
