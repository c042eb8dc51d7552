import { largestOf } from '@tributary/contracts';
import { dayNumber } from '@tributary/money';
import { DateOrder, dayOf, ordersOf } from './days';

/** The factor by which neighbours must be closer in one order than in the next. */
const CLOSER = 3;

/** The order of day, month and year in dates, and whether it is certain. */
export interface ReadOrder {
  readonly order: DateOrder;
  readonly isSure: boolean;
}

/**
 * Returns the order in a file's dates: the one in which all of them are calendar days. If several are possible, the one
 * in which neighbouring entries are closest, because a statement is sorted by day.
 * @param otherwise if the dates do not tell, as with a single day
 */
export function dateOrderOf(dates: readonly string[], otherwise: DateOrder): ReadOrder {
  const readings = possibleOrders(dates).map((order) => ({ order, span: span(dates, order) }));
  const byCloseness = readings.sort(
    (a, b) => a.span - b.span || Number(b.order === otherwise) - Number(a.order === otherwise),
  );
  const [closest, next] = byCloseness;
  if (closest === undefined) return { order: otherwise, isSure: true };
  const isCloser = next === undefined || isMuchCloser(closest.span, next.span);
  return { order: closest.order, isSure: isCloser || areSame(dates, closest.order, next.order) };
}

/** Returns whether days are so much closer in one order that the other is implausible. */
export function isMuchCloser(span: number, next: number): boolean {
  return (span + 1) * CLOSER <= next;
}

function areSame(dates: readonly string[], one: DateOrder, other: DateOrder): boolean {
  return dates.every((text) => dayOf(text, one) === dayOf(text, other));
}

/** Returns the orders in which most of the dates are calendar days. */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  const possible = dates.map(ordersOf).filter((orders) => orders.length > 0);
  const counts = (['DMY', 'MDY', 'YMD'] as const).map((order) => ({
    order,
    days: possible.filter((orders) => orders.includes(order)).length,
  }));
  const highest = largestOf(counts.map(({ days }) => days));
  return counts.filter(({ days }) => days === highest).map(({ order }) => order);
}

/** Returns the sum of the days between neighbours. */
function span(dates: readonly string[], order: DateOrder): number {
  const days = dates.flatMap((text) => {
    const day = dayOf(text, order);
    return day === null ? [] : [dayNumber(day)];
  });
  return days.reduce((sum, day, index) => sum + Math.abs(day - (days[index - 1] ?? day)), 0);
}
