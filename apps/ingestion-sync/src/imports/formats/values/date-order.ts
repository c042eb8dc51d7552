import { largestOf } from '@tributary/contracts';
import { DateOrder, dayOf, ordersOf } from './days';

const DAY_MS = 86_400_000;

/** So many times closer neighbours must be in one order than in the next. */
const CLOSER = 3;

/** The order of day, month and year in dates, and whether they leave no doubt about it. */
export interface ReadOrder {
  readonly order: DateOrder;
  readonly isSure: boolean;
}

/**
 * The order of day, month and year in a file's dates: the one in which they all are days. Where several are, the one in
 * which neighbouring entries are closer to each other, for a statement is sorted by day.
 * @param otherwise where the dates say nothing, as those of a single day
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

/** Whether days are so much closer to their neighbours in one order that the other is out of the question. */
export function isMuchCloser(span: number, next: number): boolean {
  return (span + 1) * CLOSER <= next;
}

function areSame(dates: readonly string[], one: DateOrder, other: DateOrder): boolean {
  return dates.every((text) => dayOf(text, one) === dayOf(text, other));
}

/** The orders in which most of the dates are days. */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  const possible = dates.map(ordersOf).filter((orders) => orders.length > 0);
  const counts = (['DMY', 'MDY', 'YMD'] as const).map((order) => ({
    order,
    days: possible.filter((orders) => orders.includes(order)).length,
  }));
  const highest = largestOf(counts.map(({ days }) => days));
  return counts.filter(({ days }) => days === highest).map(({ order }) => order);
}

/** How many days lie between neighbours, added up. */
function span(dates: readonly string[], order: DateOrder): number {
  const times = dates.flatMap((text) => {
    const day = dayOf(text, order);
    return day === null ? [] : [Date.parse(day)];
  });
  return times.reduce((sum, time, index) => sum + Math.abs(time - (times[index - 1] ?? time)) / DAY_MS, 0);
}
