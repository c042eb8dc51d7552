import { isDay, nextMidnight, utcDay } from '@tributary/money';

/** The sandbox's clock. `today` may be fixed while `now` runs, so that a bank's history does not move. */
export interface SandboxClock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** `YYYY-MM-DD`, UTC. */
  today(): string;
}

export function sandboxClock(now: () => number = Date.now, today?: string): SandboxClock {
  return { now, today: () => today ?? utcDay(now()) };
}

/** Returns the same day of another year; 29 February becomes 28 February. */
export function addYears(date: string, years: number): string {
  const moved = `${Number(date.slice(0, 4)) + years}${date.slice(4)}`;
  return isDay(moved) ? moved : `${moved.slice(0, 8)}28`;
}

/** Seconds until the next UTC midnight: when a daily allowance starts again. */
export function secondsToMidnight(nowMs: number): number {
  return Math.ceil((nextMidnight(nowMs) - nowMs) / 1000);
}
