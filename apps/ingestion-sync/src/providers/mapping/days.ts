import { isDay } from '@tributary/money';

/** No entry of a bank has another day: a date outside is a placeholder, or a mistake. */
export const DAYS = { first: '1970-01-01', last: '2100-12-31' } as const;

/** The day that a text begins with, if it exists and is within `DAYS`; null where there is none. */
export function dayIn(text: string): string | null {
  const day = text.slice(0, 10);
  return isDay(day) && day >= DAYS.first && day <= DAYS.last ? day : null;
}
