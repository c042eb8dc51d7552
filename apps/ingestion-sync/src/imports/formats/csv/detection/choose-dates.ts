import { largestOf } from '@tributary/contracts';
import { dayNumber } from '@tributary/money';
import { isMuchCloser } from '../../values/date-order';
import { DateOrder, dayOf } from '../../values/days';
import { CsvColumn, CsvQuestion } from '../../statement';
import { ColumnProfile, meantOf } from './profile-columns';
import { name } from './choose-money';
import { NamedKind } from '../names/column-words';
import { isPlainDay } from '../../values/days';

export interface DateChoice {
  readonly kinds: ReadonlyMap<number, CsvColumn>;
  readonly order: DateOrder;
  readonly questions: readonly CsvQuestion[];
}

/** Hints about the format of dates from other parts of the file. */
export interface DateHints {
  readonly delimiter: string;
  readonly decimalMark: '.' | ',';
  /** Whether the column names are in a language other than English. */
  readonly foreignNames: boolean;
  /** The currency that the file names, if it names one. */
  readonly currency: string | null;
}

const KINDS: ReadonlySet<NamedKind> = new Set<NamedKind>([
  'booking_date',
  'purchase_date',
  'value_date',
  'date',
]);
/** The only currency of a country that writes the month first. */
const MONTH_FIRST_CURRENCY = 'USD';

/**
 * Chooses the columns of the booking day and the value day, and the order in dates. The booking day is the column with
 * such a name, else a day of any name, else the day of purchase; another day column is the value day.
 */
export function chooseDates(columns: readonly ColumnProfile[], hints: DateHints): DateChoice {
  const dates = columns.filter(({ type }) => type === 'date');
  const kinds = new Map<number, CsvColumn>();
  const questions: CsvQuestion[] = [];
  const most = largestOf(
    dates.map(({ filled }) => filled),
    0,
  );
  const rank = (column: ColumnProfile): number =>
    (isFilled(column, most) ? 100 : 0) + rankOf(column) - column.index / 1_000;
  const [booking, ...others] = [...dates].sort((a, b) => rank(b) - rank(a));
  if (booking === undefined) {
    questions.push({ columns: [], text: 'Which column has the day of the booking?' });
    return { kinds, order: 'DMY', questions };
  }
  kinds.set(booking.index, 'booking_date');
  const valueDate =
    others.find((column) => meantOf(column, KINDS)?.kind === 'value_date') ??
    others.find((column) => meantOf(column, KINDS) !== null) ??
    (booking.name === '' ? others[0] : undefined);
  if (valueDate !== undefined) kinds.set(valueDate.index, 'value_date');
  const order = orderOf(dates, booking, hints);
  if (order === null) {
    questions.push({
      columns: [booking.index],
      text: `Does the day or the month come first in the dates of ${name(booking)}?`,
    });
  }
  return { kinds, order: order ?? likelyOrder(hints), questions };
}

/** Returns whether the column is sufficiently filled; pending rows have no booking day, however many they are. */
function isFilled(column: ColumnProfile, most: number): boolean {
  return column.filled * 2 > most || meantOf(column, KINDS)?.kind === 'booking_date';
}

/** Ranks a column name: a known name is better than one that only contains the word for a date. */
function rankOf(column: ColumnProfile): number {
  const meant = meantOf(column, KINDS);
  if (meant?.kind === 'date' && meant.weight < WHOLE_NAME) return OF_SOME_KIND;
  return RANKS[meant?.kind ?? 'other'] ?? 0;
}

const WHOLE_NAME = 1_000;
const OF_SOME_KIND = 12;
const RANKS: Readonly<Partial<Record<NamedKind, number>>> = {
  booking_date: 40,
  date: 30,
  purchase_date: 20,
  value_date: 10,
  other: 15,
};

/** Returns the order in the file's dates; null if two orders are possible and no hint decides. */
function orderOf(
  dates: readonly ColumnProfile[],
  booking: ColumnProfile,
  hints: DateHints,
): DateOrder | null {
  const all: DateOrder[] = ['DMY', 'MDY', 'YMD'];
  let possible = all.filter((order) => dates.every(({ orders }) => orders.includes(order)));
  if (possible.length === 0) possible = [...booking.orders];
  const cells = booking.cells.filter((cell) => cell !== '' && !isPlainDay(cell));
  if (cells.length === 0) return possible[0] ?? 'DMY';
  const [only] = possible;
  if (possible.length === 1 && only !== undefined) return only;
  return byNeighbours(booking, possible) ?? byHints(cells, possible, hints);
}

/** Returns the order in which neighbouring days are closest, because statements are sorted by day. */
function byNeighbours(booking: ColumnProfile, possible: readonly DateOrder[]): DateOrder | null {
  const spans = possible
    .map((order) => ({ order, span: spanOf(booking, order) }))
    .sort((a, b) => a.span - b.span);
  const [closest, next] = spans;
  if (closest === undefined) return null;
  return next === undefined || isMuchCloser(closest.span, next.span) ? closest.order : null;
}

/** Returns the sum of the days between neighbours. */
function spanOf(booking: ColumnProfile, order: DateOrder): number {
  const days = booking.cells.flatMap((cell) => {
    const day = dayOf(cell, order);
    return day === null ? [] : [dayNumber(day)];
  });
  return days.reduce((sum, day, index) => sum + Math.abs(day - (days[index - 1] ?? day)), 0);
}

/** Decides an ambiguous order by hints of a country. Dates with slashes and English names may give none. */
function byHints(
  cells: readonly string[],
  possible: readonly DateOrder[],
  hints: DateHints,
): DateOrder | null {
  const allows = (order: DateOrder): DateOrder | null => (possible.includes(order) ? order : null);
  if (cells.every((cell) => /^\d{1,2}\s*\./.test(cell))) return allows('DMY');
  if (possible.includes('YMD') && !possible.includes('MDY')) return null;
  if (hints.currency === MONTH_FIRST_CURRENCY) return allows('MDY');
  const european =
    hints.foreignNames || hints.decimalMark === ',' || hints.delimiter === ';' || hints.currency !== null;
  return european ? allows('DMY') : null;
}

function likelyOrder(hints: DateHints): DateOrder {
  return hints.currency === MONTH_FIRST_CURRENCY ? 'MDY' : 'DMY';
}
