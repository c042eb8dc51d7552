import { Problem } from '@tributary/contracts';
import { Filter } from '@tributary/http';
import { addDays, utcDay } from '@tributary/money';

export const INTERVALS = ['MONTH', 'DAY'] as const;
export type Interval = (typeof INTERVALS)[number];

/** The longest period, in years. */
export const YEARS_MAX: Readonly<Record<Interval, number>> = { MONTH: 10, DAY: 2 };
export const COUNTERPARTY_YEARS_MAX = 1;

/** First and last day of a period, both included, such as `2026-03-31`. */
export interface Period {
  readonly from: string;
  readonly until: string;
}

type PeriodFilters = readonly Filter<'date_after' | 'date_before'>[];

/**
 * The period that the filters name; by default it ends today, and begins `defaultDays` before. @throws Problem
 * (invalid) if it is too long
 */
export function periodOf(
  filters: readonly Filter[],
  {
    yearsMax,
    defaultDays,
    today,
  }: { readonly yearsMax: number; readonly defaultDays: number; readonly today: string },
): Period {
  const named = filters as PeriodFilters;
  const valueOf = (name: PeriodFilters[number]['name']) => named.find((one) => one.name === name)?.values[0];
  const until = valueOf('date_before') ?? today;
  const from = valueOf('date_after') ?? addDays(until, -defaultDays);
  if (from > until)
    throw refused('date_after', 'The filter[date_after] must not be later than filter[date_before].');
  if (from < yearsBefore(until, yearsMax)) {
    const years = yearsMax === 1 ? 'a year' : `${yearsMax} years`;
    throw refused('date_after', `The period may have at most ${years}.`);
  }
  return { from, until };
}

/** The days whose ends are shown: every day, or the last of each month, and the last of the period. */
export function pointsOf({ from, until }: Period, interval: Interval): string[] {
  const points: string[] = [];
  for (let day = interval === 'DAY' ? from : endOfMonth(from); day < until; day = after(day, interval))
    points.push(day);
  return [...points, until];
}

/** The months of a period: `2026-03` and so on. */
export function monthsOf({ from, until }: Period): string[] {
  return [...new Set(pointsOf({ from, until }, 'MONTH').map((day) => day.slice(0, 7)))];
}

export function today(): string {
  return utcDay(Date.now());
}

function after(day: string, interval: Interval): string {
  const next = addDays(day, 1);
  return interval === 'DAY' ? next : endOfMonth(next);
}

function endOfMonth(day: string): string {
  const date = dateOf(day);
  date.setUTCMonth(date.getUTCMonth() + 1, 0);
  return utcDay(date);
}

function yearsBefore(day: string, years: number): string {
  const date = dateOf(day);
  date.setUTCFullYear(date.getUTCFullYear() - years);
  return utcDay(date);
}

function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

function refused(filter: string, message: string): Problem {
  return Problem.invalid({ [`filter[${filter}]`]: [message] });
}
