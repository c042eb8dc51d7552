import { daysBetween } from '@tributary/money';
import { DateOrder, dayOf } from '../values/days';

/** The first and the last day of a statement, ISO. */
export interface Period {
  readonly first: string;
  readonly last: string;
}

const NO_YEAR = /^(\d{1,2})([./-])(\d{1,2})[./-]?$/;
const FULL_DATE = /(?<!\d)(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})(?!\d)/g;
const CELL_CHARS_MAX = 200;
/** No bank lists a longer period; in a longer one the year of a day would be ambiguous. */
const DAYS_MAX = 366;

/**
 * Returns the period in the lines before the entries, such as `Period: 01/03/2026 - 31/03/2026`; null if there is none
 * of at most a year.
 */
export function periodIn(rows: readonly (readonly string[])[]): Period | null {
  for (const row of rows) {
    const dates = row.flatMap((cell) => cell.slice(0, CELL_CHARS_MAX).match(FULL_DATE) ?? []);
    if (dates.length !== 2) continue;
    const [first, last] = (['DMY', 'MDY'] as const)
      .map((order) => dates.map((text) => dayOf(text, order)))
      .find(isPeriod) ?? [null, null];
    if (first && last) return { first, last };
  }
  return null;
}

function isPeriod([first, last]: readonly (string | null)[]): boolean {
  if (!first || !last) return false;
  const days = daysBetween(first, last);
  return days >= 0 && days < DAYS_MAX;
}

/**
 * Returns `02/03` as `02/03/2026`, with the year that is in the period; returns the text unchanged if it has a year or
 * is no such day.
 */
export function withYear(text: string, period: Period | null, order: DateOrder | null): string {
  const found = period === null || text.length > 6 ? null : NO_YEAR.exec(text);
  if (!found || period === null) return text;
  const [, one = '', mark = '/', other = ''] = found;
  const years = new Set([period.first.slice(0, 4), period.last.slice(0, 4)]);
  const orders = order === null ? (['DMY', 'MDY'] as const) : [order];
  const dated = [...years].map((year) => `${one}${mark}${other}${mark}${year}`);
  const fits = (day: string | null): boolean => day !== null && day >= period.first && day <= period.last;
  return dated.find((full) => orders.some((one) => fits(dayOf(full, one)))) ?? text;
}
