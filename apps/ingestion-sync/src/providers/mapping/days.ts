import { isDay } from '@tributary/money';

/** The range of valid days: a date outside of it is a placeholder or a mistake. */
export const DAYS = { first: '1970-01-01', last: '2100-12-31' } as const;

/** Returns the day at the beginning of a text; null if there is none, or if it is not within `DAYS`. */
export function dayIn(text: string): string | null {
  const day = text.slice(0, 10);
  return isDay(day) && day >= DAYS.first && day <= DAYS.last ? day : null;
}
