import { DateOrder, dayOf, ordersOf } from './days';

const DAY_MS = 86_400_000;

/**
 * The order of day, month and year in a file's dates: the one in which they all are days. Where several are, the one in
 * which neighbouring entries are closer to each other, for a statement is sorted by day.
 * @param otherwise where the dates say nothing, as those of a single day
 */
export function dateOrderOf(dates: readonly string[], otherwise: DateOrder): DateOrder {
  const best = possibleOrders(dates);
  const [only] = best;
  if (best.length === 1 && only !== undefined) return only;
  const spans = best.map((order) => ({ order, span: span(dates, order) }));
  const narrowest = Math.min(...spans.map(({ span }) => span));
  const closest = spans.filter(({ span }) => span === narrowest).map(({ order }) => order);
  return closest.includes(otherwise) ? otherwise : (closest[0] ?? otherwise);
}

/** The orders in which most of the dates are days. */
export function possibleOrders(dates: readonly string[]): DateOrder[] {
  const possible = dates.map(ordersOf).filter((orders) => orders.length > 0);
  const counts = (['DMY', 'MDY', 'YMD'] as const).map((order) => ({
    order,
    days: possible.filter((orders) => orders.includes(order)).length,
  }));
  const highest = Math.max(...counts.map(({ days }) => days));
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
