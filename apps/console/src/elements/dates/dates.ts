import { DAY_MS } from '@tributary/money';

/** A day such as `2026-11-23`, as people write it. It has no time zone. */
export function dayText(day: string, locale: string = navigator.language): string {
  const date = new Date(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }).format(date);
}

/** A month such as `2026-11`. */
export function monthText(month: string, locale: string = navigator.language): string {
  const date = new Date(`${month.slice(0, 7)}-01T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return month;
  return new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' }).format(date);
}

/** A moment in the reader's time zone. */
export function momentText(at: string, locale: string = navigator.language, timeZone?: string): string {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(date);
}

const UNITS = [
  ['day', DAY_MS],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** The distance of a moment from now: `in 3 hours`, `2 days ago`. */
export function distanceText(at: string, now: number, locale: string = navigator.language): string {
  const distance = new Date(at).getTime() - now;
  const [unit, size] = UNITS.find(([, ms]) => Math.abs(distance) >= ms) ?? ['minute', 60_000];
  return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(Math.round(distance / size), unit);
}
