const DAY_MS = 86_400_000;

/** Returns the UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Adds calendar days; days have no time zone, so none is skipped or doubled. */
export function addDays(day: string, days: number): string {
  return dayOf(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS);
}

/** Returns the day as a number of days; `NaN` if it does not exist. */
export function dayNumber(day: string): number {
  const known = dayNumbers.get(day);
  if (known !== undefined) return known;
  const number = Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);
  if (dayNumbers.size >= DAYS_KNOWN_MAX) dayNumbers.clear();
  dayNumbers.set(day, number);
  return number;
}

/** Caches day numbers, because matching uses the same few days repeatedly. */
const dayNumbers = new Map<string, number>();
const DAYS_KNOWN_MAX = 5_000;

/** Returns the later of two days. */
export function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** Returns the earliest of some times in ISO 8601; null if there are none. */
export function earliest(timesMs: readonly number[]): string | null {
  const first = timesMs.reduce((min, time) => Math.min(min, time), Infinity);
  return first === Infinity ? null : new Date(first).toISOString();
}

/** Returns the beginning of the next UTC day. */
export function nextMidnight(timeMs: number): number {
  return (Math.floor(timeMs / DAY_MS) + 1) * DAY_MS;
}

/** Returns the calendar days from one day to the other; negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  return dayNumber(to) - dayNumber(from);
}
