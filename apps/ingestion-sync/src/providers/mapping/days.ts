/** No entry of a bank has another day: a date outside is a placeholder, or a mistake. */
export const DAYS = { first: '1970-01-01', last: '2100-12-31' } as const;

/** The day that a text begins with, if it exists and is within `DAYS`; null where there is none. */
export function dayIn(text: string): string | null {
  const [day, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})/.exec(text) ?? [];
  if (day === undefined || day < DAYS.first || day > DAYS.last) return null;
  return dayExists(Number(year), Number(month), Number(date)) ? day : null;
}

function dayExists(year: number, month: number, date: number): boolean {
  return date > 0 && date <= daysOf(month, year);
}

/** How many days the month has; 0 where there is no such month. */
function daysOf(month: number, year: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  if (month < 1 || month > 12) return 0;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}
