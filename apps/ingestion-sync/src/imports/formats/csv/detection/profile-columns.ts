import { largestOf } from '@tributary/contracts';
import { DecimalMark, decimalMarkOf, isAmount } from '../../values/amounts';
import { isCurrencyCode } from '../../values/currency-marks';
import { DateOrder, ordersOf } from '../../values/days';
import { ibanOf } from '../../fields';
import { meaningsOf, NameMeaning } from './column-names';
import { directionOf } from '../names/direction-words';
import { NamedKind } from '../names/column-words';
import { statusOf } from '../names/status-words';
import { withPlainDigits } from '../../text/native-digits';
import { isDate, SampleTable } from './sample-table';

/** The type of most filled cells of a column. */
export type CellType = 'empty' | 'date' | 'number' | 'text';

/** Evidence about a column from its cells and its name. */
export interface ColumnProfile {
  readonly index: number;
  readonly name: string;
  readonly meanings: readonly NameMeaning[];
  readonly type: CellType;
  /** The texts of the rows; empty if a row has no such cell. */
  readonly cells: readonly string[];
  /** The number of rows with a filled cell. */
  readonly filled: number;
  readonly distinct: number;
  /** The orders in which all of its dates are calendar days, and the number of dates that restrict them. */
  readonly orders: readonly DateOrder[];
  readonly numbers: NumberProfile;
  /** Shares of the filled cells. */
  readonly directions: number;
  readonly statuses: number;
  readonly currencies: number;
  readonly ibans: number;
  readonly words: number;
}

export interface NumberProfile {
  readonly negative: number;
  readonly plus: number;
  /** Cells with a currency, a bracket, or a letter for the direction. */
  readonly marked: number;
  readonly fractions: number;
  readonly zeros: number;
  readonly points: number;
  readonly commas: number;
  /** Cells such as `1.234` and `1,234`, whose mark is ambiguous. */
  readonly maybePoints: number;
  readonly maybeCommas: number;
  /** Whether it has whole numbers that count up or down, row by row. */
  readonly counter: boolean;
  /** Whether it has whole numbers of one length, or with leading zeros: branches, cards, cheques. */
  readonly code: boolean;
  /** Whether most cells have more than three decimals. */
  readonly rate: boolean;
}

/** The share of cells that determines a column's type: some lines before or behind the entries may be included. */
const MOST = 0.7;
/** The required share if the column's name agrees. */
const MANY = 0.4;
const NO_DATES: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'account',
  'counterparty_account',
  'bank_id',
  'reference',
]);
const DATES: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'booking_date',
  'purchase_date',
  'value_date',
  'date',
]);
const MONEY: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'amount',
  'debit',
  'credit',
  'balance',
  'fee',
  'original_amount',
]);

export function profileColumns(table: SampleTable): ColumnProfile[] {
  return Array.from({ length: table.width }, (_, index) =>
    profileOf(
      index,
      table.names[index] ?? '',
      table.rows.map((row) => row[index] ?? ''),
    ),
  );
}

/** Returns whether the name, as a whole or one of its words, may mean one of these kinds. */
export function mayMean({ meanings }: ColumnProfile, ...kinds: readonly NamedKind[]): boolean {
  return meanings.some(({ kind }) => kinds.includes(kind));
}

/** Returns the likeliest of these kinds for the name, or null. */
export function meantOf({ meanings }: ColumnProfile, kinds: ReadonlySet<NamedKind>): NameMeaning | null {
  return meanings.find(({ kind }) => kinds.has(kind)) ?? null;
}

function profileOf(index: number, name: string, cells: readonly string[]): ColumnProfile {
  const filled = cells.filter((cell) => cell !== '');
  const meanings = meaningsOf(name);
  // A column named `Time` may have days, too, but a sort code such as 11-22-33 is none.
  const isTime = meanings[0]?.kind === 'other';
  const share = (test: (cell: string) => boolean): number =>
    filled.length === 0 ? 0 : filled.filter(test).length / filled.length;
  const dates = share((cell) => isDate(cell) && (!isTime || /\d{4}/.test(cell)));
  const numbers = share((cell) => /\p{Nd}/u.test(cell) && isAmount(cell, null));
  const type = filled.length === 0 ? 'empty' : typeOf(dates, numbers, meanings);
  return {
    index,
    name,
    meanings,
    type,
    cells,
    filled: filled.length,
    distinct: new Set(filled).size,
    orders: type === 'date' ? commonOrders(filled) : [],
    numbers: numberProfile(type === 'number' ? filled : []),
    directions: share((cell) => directionOf(cell) !== null),
    statuses: share((cell) => statusOf(cell) !== null),
    currencies: share((cell) => isCurrencyCode(cell.toUpperCase())),
    ibans: share((cell) => cell.length >= 15 && ibanOf(cell) !== undefined),
    words: share((cell) => /\p{L}{2}|[\u3040-\u9fff\uac00-\ud7af]/u.test(cell)),
  };
}

function typeOf(dates: number, numbers: number, meanings: readonly NameMeaning[]): CellType {
  const named = (kinds: ReadonlySet<NamedKind>): boolean => meanings.some(({ kind }) => kinds.has(kind));
  const isId = !named(DATES) && named(NO_DATES);
  if (dates >= (named(DATES) ? MANY : MOST) && !isId) return 'date';
  return numbers >= (named(MONEY) ? MANY : MOST) ? 'number' : 'text';
}

/** Returns the orders in which most dates are calendar days. */
function commonOrders(dates: readonly string[]): DateOrder[] {
  const known = dates.map(ordersOf).filter((orders) => orders.length > 0);
  const counts = (['DMY', 'MDY', 'YMD'] as const).map((order) => ({
    order,
    days: known.filter((orders) => orders.includes(order)).length,
  }));
  const highest = largestOf(counts.map(({ days }) => days));
  return counts.filter(({ days }) => days === highest).map(({ order }) => order);
}

function numberProfile(filled: readonly string[]): NumberProfile {
  const cells = filled.filter((cell) => isAmount(cell, null)).map(withPlainDigits);
  const count = (test: (cell: string) => boolean): number => cells.filter(test).length;
  const marks = cells.map(decimalMarkOf);
  const of = (mark: DecimalMark): number => marks.filter((found) => found === mark).length;
  return {
    negative: count((cell) => isNegative(cell)),
    plus: count((cell) => /^\s*[+＋]|[+＋]\s*$/.test(cell)),
    marked: count((cell) => /[\p{L}\p{Sc}()]/u.test(cell)),
    fractions: count((cell) => /[.,]\d{1,2}(?!\d)/.test(cell)),
    zeros: count((cell) => !/[1-9１-９]/.test(cell)),
    points: of('.'),
    commas: of(','),
    maybePoints: count((cell) => decimalMarkOf(cell) === null && /\.\d{3}(?!\d)/.test(cell)),
    maybeCommas: count((cell) => decimalMarkOf(cell) === null && /,\d{3}(?!\d)/.test(cell)),
    counter: isCounter(cells),
    code: isCode(cells),
    rate: cells.length > 0 && count((cell) => /[.,]\d{4,}(?!\d)/.test(cell)) * 2 > cells.length,
  };
}

/** Returns whether the cell has a minus, brackets, or a letter for outgoing money. */
export function isNegative(cell: string): boolean {
  return (
    /^[\p{L}\p{Sc}/.\s]{0,8}[-−–－▲△(]|[-−–－]\s*[\p{L}\p{Sc}.]{0,5}$/u.test(
      cell.replace(/[.,](?:--|[-–—])(?=\D*$)/, ''),
    ) ||
    (/\d\s*(?:DR|DB|D|S)\.?$|^(?:DR|DB)\.?\s*\d/i.test(cell) && !/[-−–]/.test(cell))
  );
}

/** Returns whether the cells count: each is one above or below the previous one. */
function isCounter(cells: readonly string[]): boolean {
  if (cells.length < 2 || !cells.every((cell) => /^\d{1,15}$/.test(cell))) return false;
  const steps = cells.slice(1).map((cell, index) => BigInt(cell) - BigInt(cells[index] ?? ''));
  return steps.every((step) => step === 1n) || steps.every((step) => step === -1n);
}

function isCode(cells: readonly string[]): boolean {
  if (cells.length === 0 || !cells.every((cell) => /^\d+$/.test(cell))) return false;
  if (cells.some((cell) => /^0\d/.test(cell))) return true;
  const [first = ''] = cells;
  const even = cells.every(({ length }) => length === first.length);
  return (cells.length > 1 && even && first.length >= 4) || first.length >= 10;
}
