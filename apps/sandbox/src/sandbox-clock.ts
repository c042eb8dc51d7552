const DAY_MS = 86_400_000;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The sandbox's idea of time. `today` may stand still while `now` runs, so that a bank's history can be pinned. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** `YYYY-MM-DD`, UTC. */
  today(): string;
}

export function sandboxClock(now: () => number = Date.now, today?: string): SandboxClock {
  return { now, today: () => today ?? isoDate(now()) };
}

export function isoDate(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** True for a day that exists: `2026-02-30` is not one. */
export function isDate(value: unknown): value is string {
  if (typeof value !== 'string' || !DATE.test(value)) return false;
  const timeMs = Date.parse(`${value}T00:00:00Z`);
  return !Number.isNaN(timeMs) && isoDate(timeMs) === value;
}

export function addDays(date: string, days: number): string {
  return isoDate(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS);
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS);
}

/** Seconds until the next UTC midnight: when a daily allowance starts anew. */
export function secondsToMidnight(nowMs: number): number {
  return Math.ceil((DAY_MS - (nowMs % DAY_MS)) / 1000);
}
