import { isDay } from '@tributary/money';

const DAY_MS = 86_400_000;

/** The sandbox's clock. `today` may be fixed while `now` runs, so that a bank's history does not move. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** `YYYY-MM-DD`, UTC. */
  today(): string;
}

export function sandboxClock(now: () => number = Date.now, today?: string): SandboxClock {
  return { now, today: () => today ?? isoDate(now()) };
}

/** Formatted days: every row and request needs one, and there are few. */
const writtenDays = new Map<number, string>();
const WRITTEN_DAYS_MAX = 10_000;

export function isoDate(timeMs: number): string {
  const day = Math.floor(timeMs / DAY_MS);
  const written = writtenDays.get(day);
  if (written !== undefined) return written;
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  if (writtenDays.size >= WRITTEN_DAYS_MAX) writtenDays.clear();
  writtenDays.set(day, text);
  return text;
}

export function addDays(date: string, days: number): string {
  return isoDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

/** The same day of another year; 29 February becomes 28 February. */
export function addYears(date: string, years: number): string {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return isDay(moved) ? moved : `${moved.slice(0, 8)}28`;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Seconds until the next UTC midnight: when a daily allowance starts again. */
export function secondsToMidnight(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}
