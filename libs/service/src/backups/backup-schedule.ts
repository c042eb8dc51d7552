/** A time of the day, in the zone of the machine. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
}

/** State of a schedule's backups. */
export interface ScheduleState {
  readonly at: TimeOfDay;
  /** Time at which the process started. */
  readonly startedAt: Date;
  /** Time of the newest backup; null: there is none. */
  readonly newest: Date | null;
  /** Time of the last attempt if it failed; null if it succeeded. */
  readonly failedAt: Date | null;
}

/** A backup that a start makes up for waits this long, so that other work of the start comes first. */
const AFTER_START_MS = 5 * 60_000;
const RETRY_MS = 60 * 60_000;

/** @returns null for a text that is no time, such as `2:30 pm` */
export function readTimeOfDay(text: string): TimeOfDay | null {
  const [, hour = '', minute = ''] = /^([01]?\d|2[0-3]):([0-5]\d)$/.exec(text.trim()) ?? [];
  return hour === '' ? null : { hour: Number(hour), minute: Number(minute) };
}

/**
 * Time of the next backup: the time of day after the newest one. A night during which the machine was off is made up
 * for soon after the start, and a failed attempt is repeated after an hour. A newest backup in the future has its date
 * from a wrong clock.
 */
export function nextBackupAt({ at, startedAt, newest, failedAt }: ScheduleState, now: Date): Date {
  const isCredible = newest !== null && newest <= now;
  const due = firstMoment(at, isCredible ? newest : startedAt);
  const earliest = startedAt.getTime() + AFTER_START_MS;
  const retry = failedAt === null ? 0 : failedAt.getTime() + RETRY_MS;
  return new Date(Math.max(due.getTime(), earliest, retry));
}

function firstMoment({ hour, minute }: TimeOfDay, after: Date): Date {
  const moment = new Date(after);
  moment.setHours(hour, minute, 0, 0);
  if (moment <= after) moment.setDate(moment.getDate() + 1);
  return moment;
}
