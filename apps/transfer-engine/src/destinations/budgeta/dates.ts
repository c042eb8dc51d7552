import { DAY_MS, utcDay } from '@tributary/money';

const YEARS = 5;

/** The reason as the user reads it. */
export const TOO_OLD = 'BUDGETA takes no transactions that are more than 5 years old.';

/** Returns whether the day has passed in every time zone: BUDGETA can then refuse it only for being too old. */
export function isPast(date: string, nowMs = Date.now()): boolean {
  return date < utcDay(nowMs - DAY_MS);
}

/** Returns whether BUDGETA refuses the date in every time zone. */
export function isOutsideDates(date: string, nowMs = Date.now()): boolean {
  return date > utcDay(nowMs + DAY_MS) || date < fiveYearsBefore(nowMs - 2 * DAY_MS);
}

/** From 29 February this gives 1 March, so `isOutsideDates` allows one more day. */
function fiveYearsBefore(timeMs: number): string {
  const day = new Date(timeMs);
  day.setUTCFullYear(day.getUTCFullYear() - YEARS);
  return utcDay(day);
}
