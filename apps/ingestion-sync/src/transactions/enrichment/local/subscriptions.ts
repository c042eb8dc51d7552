import { groupBy } from '@tributary/contracts';
import { dayNumber } from '@tributary/money';
/** The parts of a payment that decide whether it recurs. */
export interface Payment {
  readonly id: number;
  /** The counterparty, direction and currency. */
  readonly group: string;
  readonly day: string;
  /** Absolute value. */
  readonly amount: number;
  /** To a company that bills regularly: two payments already make a series. */
  readonly isRegular?: boolean;
}

/**
 * Days between two payments of a rhythm, the tolerance in days (weekends, months of different lengths), and the fewest
 * payments.
 */
const RHYTHMS = [
  { days: 7, slack: 1, times: 4 },
  { days: 14, slack: 2, times: 4 },
  { days: 30.4, slack: 4, times: 3 },
  { days: 91.3, slack: 7, times: 3 },
  { days: 365.25, slack: 10, times: 2 },
] as const;

/** Companies bill by the month or less often, in days. */
const MONTH_FROM = 30;
/** Highest ratio of two amounts of one series, because prices rise. The ratio is approximate; it never computes money. */
const AMOUNT_RATIO_MAX = 1.2;
/** Limit of series per counterparty that a payment is compared with; many unrelated prices are not a subscription. */
const SERIES_COMPARED_MAX = 100;

/**
 * Finds recurring payments: the same counterparty, about the same amount, in a rhythm of weeks, months, quarters or
 * years. @returns their ids
 */
export function recurring(payments: readonly Payment[]): Set<number> {
  const found = new Set<number>();
  for (const group of groupBy(payments, ({ group }) => group).values()) {
    for (const series of seriesOf(group)) {
      if (isRegular(series)) for (const { id } of series) found.add(id);
    }
  }
  return found;
}

/** Groups payments of similar amounts, oldest first: each joins the series whose last amount is nearest. */
function seriesOf(group: readonly Payment[]): Payment[][] {
  const ordered = [...group].sort((a, b) => (a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1));
  const all: Payment[][] = [];
  for (const payment of ordered) {
    const nearest = all
      .slice(-SERIES_COMPARED_MAX)
      .map((series) => ({ series, ratio: ratioOf(series.at(-1)?.amount ?? 0, payment.amount) }))
      .filter(({ ratio }) => ratio <= AMOUNT_RATIO_MAX)
      .sort((a, b) => a.ratio - b.ratio)[0];
    if (nearest) nearest.series.push(payment);
    else all.push([payment]);
  }
  return all;
}

function ratioOf(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  return low === 0 ? Infinity : high / low;
}

/** A series may have one missing or misplaced payment in five. */
function isRegular(series: readonly Payment[]): boolean {
  const days = series.map(({ day }) => dayNumber(day));
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  return RHYTHMS.some(({ days: period, slack, times }) => {
    const enough = series[0]?.isRegular && period > MONTH_FROM ? 2 : times;
    if (series.length < enough) return false;
    const fitting = gaps.filter((gap) => Math.abs(gap - period) <= slack).length;
    return fitting >= enough - 1 && fitting >= gaps.length * 0.8;
  });
}
