import { dayNumber, utcDay } from '@tributary/money';
import { DAYS } from '../mapping/days';
import { DateWindow } from '../provider.port';
import { AccountsQuery } from './client/client';

const DAY_S = 86_400;
/** JavaScript's calendar goes further. */
const SECONDS_MAX = firstSecondOf(DAYS.last) + DAY_S;

/** Returns the first second of the day in UTC, because servers send times without time zones. */
export function firstSecondOf(day: string): number {
  return dayNumber(day) * DAY_S;
}

/** Returns the UTC day of seconds since 1970; null if there is no such day. */
export function dayOfSeconds(seconds: number): string | null {
  if (!Number.isFinite(seconds) || seconds <= 0 || seconds >= SECONDS_MAX) return null;
  return utcDay(seconds * 1000);
}

/** A window's query: both of its days belong to it, while the protocol's end does not. */
export function windowQuery({ from, to }: DateWindow): AccountsQuery {
  return {
    balancesOnly: false,
    startDate: firstSecondOf(from),
    ...(to === null ? {} : { endDate: firstSecondOf(to) + DAY_S }),
  };
}
