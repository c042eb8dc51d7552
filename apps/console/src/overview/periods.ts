import { utcDay } from '@tributary/money';
import type { PeriodName } from './search';

interface ShownPeriod {
  readonly label: string;
  readonly months: number;
  readonly interval: 'DAY' | 'MONTH';
}

export const SHOWN_PERIODS: Readonly<Record<PeriodName, ShownPeriod>> = {
  '3m': { label: '3 months', months: 3, interval: 'DAY' },
  '1y': { label: 'A year', months: 12, interval: 'DAY' },
  '5y': { label: '5 years', months: 60, interval: 'MONTH' },
};

/** The first day of the period that ends today. */
export function firstDay(name: PeriodName, today: string): string {
  return monthsBefore(today, SHOWN_PERIODS[name].months);
}

/**
 * Returns the first day of the months whose flows are shown. At least six months are shown, so that they can be
 * compared.
 */
export function firstFlowDay(name: PeriodName, today: string): string {
  const months = Math.max(6, SHOWN_PERIODS[name].months);
  return `${monthsBefore(`${today.slice(0, 7)}-01`, months - 1).slice(0, 7)}-01`;
}

/** The first day for counterparties, of which the API shows a year at most. */
export function firstCounterpartyDay(name: PeriodName, today: string): string {
  return monthsBefore(today, Math.min(12, SHOWN_PERIODS[name].months));
}

/** Returns the day `months` months before, or the last day of that month if it is shorter. */
function monthsBefore(day: string, months: number): string {
  const date = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  date.setUTCMonth(date.getUTCMonth() - months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(last, Number(day.slice(8, 10))));
  return utcDay(date);
}
