const YEARS = 5;
const DAY_MS = 86_400_000;

/** The reason that the user reads. */
export const TOO_OLD = 'BUDGETA takes no transactions that are more than 5 years old.';

/** Whether the day has passed everywhere on Earth: a refusal of such a date can only mean that it is too old. */
export function isPast(date: string, nowMs = Date.now()): boolean {
  return date < isoDate(nowMs - DAY_MS);
}

/** Whether no time zone's today allows the date, so that it is refused for certain. */
export function isOutsideDates(date: string, nowMs = Date.now()): boolean {
  return date > isoDate(nowMs + DAY_MS) || date < fiveYearsBefore(nowMs - 2 * DAY_MS);
}

/** Of 29 February: 1 March, which is why the limit above has a further day. */
function fiveYearsBefore(timeMs: number): string {
  const day = new Date(timeMs);
  day.setUTCFullYear(day.getUTCFullYear() - YEARS);
  return isoDate(day.getTime());
}

function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
