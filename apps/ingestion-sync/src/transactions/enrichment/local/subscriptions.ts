import { groupBy } from '@tributary/contracts';
/** A payment, as far as it matters for whether it recurs. */
export interface Payment {
  readonly id: number;
  /** Who it goes to or comes from, and in which direction. */
  readonly group: string;
  readonly day: string;
  /** Without its sign. */
  readonly amount: number;
}

/** Days between two payments of the rhythm, and by how many they may be off (weekends, months of any length). */
const RHYTHMS = [
  { days: 7, slack: 1, times: 4 },
  { days: 14, slack: 2, times: 4 },
  { days: 30.4, slack: 4, times: 3 },
  { days: 91.3, slack: 7, times: 3 },
  { days: 365.25, slack: 10, times: 2 },
] as const;

/** Prices rise; a payment that differs by more is another one. Never money: a ratio decides, not a sum. */
const AMOUNT_RATIO_MAX = 1.2;
const DAY_MS = 86_400_000;
/** Of one counterparty; prices that nothing has in common with each other are no subscriptions. */
const SERIES_COMPARED_MAX = 100;

/**
 * The payments that belong to something that recurs: the same counterparty, about the same amount, in a rhythm of
 * weeks, months, quarters or years.
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

/** Payments of similar amounts, oldest first: each goes with the series whose last amount is nearest. */
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

/** One missing payment, or one out of its time, in each handful is forgiven. */
function isRegular(series: readonly Payment[]): boolean {
  const days = series.map(({ day }) => Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  const gaps = days.slice(1).map((day, index) => day - (days[index] ?? day));
  return RHYTHMS.some(({ days: period, slack, times }) => {
    if (series.length < times) return false;
    const fitting = gaps.filter((gap) => Math.abs(gap - period) <= slack).length;
    return fitting >= times - 1 && fitting >= gaps.length * 0.8;
  });
}
