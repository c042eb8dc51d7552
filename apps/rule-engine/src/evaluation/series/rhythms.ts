import { SeriesRhythm, smallestOf } from '@tributary/contracts';
import { dayNumber, DAY_MS } from '@tributary/money';

/** How often something recurs, in days or in months, and how far from its day a payment may be. */
export interface RhythmForm {
  readonly rhythm: SeriesRhythm;
  readonly unit: 'days' | 'months';
  readonly length: number;
  /** Days between the expected and the real day of two neighbours: weekends, bank holidays and slow cards. */
  readonly slack: number;
  /** Working days of a mean deviation that is no regularity any more. */
  readonly irregularAt: number;
  /** The smallest number of payments that can be a series. */
  readonly paymentsMin: number;
}

/** All rhythms; of equally good ones the earlier is taken. */
export const RHYTHM_FORMS: readonly RhythmForm[] = [
  { rhythm: 'MONTHLY', unit: 'months', length: 1, slack: 5, irregularAt: 2.5, paymentsMin: 3 },
  { rhythm: 'FOUR_WEEKLY', unit: 'days', length: 28, slack: 3, irregularAt: 2, paymentsMin: 4 },
  { rhythm: 'TWO_WEEKLY', unit: 'days', length: 14, slack: 3, irregularAt: 2, paymentsMin: 4 },
  { rhythm: 'WEEKLY', unit: 'days', length: 7, slack: 2, irregularAt: 1.2, paymentsMin: 5 },
  { rhythm: 'QUARTERLY', unit: 'months', length: 3, slack: 7, irregularAt: 2.5, paymentsMin: 3 },
  { rhythm: 'TWO_MONTHLY', unit: 'months', length: 2, slack: 6, irregularAt: 2.5, paymentsMin: 3 },
  { rhythm: 'HALF_YEARLY', unit: 'months', length: 6, slack: 9, irregularAt: 2.5, paymentsMin: 2 },
  { rhythm: 'YEARLY', unit: 'months', length: 12, slack: 10, irregularAt: 2.5, paymentsMin: 2 },
];

const DAYS_OF_MONTH = 365.25 / 12;
/** A day this near to the end of its month may stand for the end of the month. */
const MONTH_END_DAYS = 5;

/** A day with what comparing it needs. */
export interface SeriesDay {
  /** Days since 1970-01-01. */
  readonly number: number;
  /** Months since the year 0. */
  readonly month: number;
  readonly dayOfMonth: number;
  /** Days until the end of the month. */
  readonly left: number;
}

export function seriesDay(day: string): SeriesDay {
  const [year, month, dayOfMonth] = [day.slice(0, 4), day.slice(5, 7), day.slice(8, 10)].map(Number);
  const months = (year ?? 0) * 12 + (month ?? 1) - 1;
  return {
    number: dayNumber(day),
    month: months,
    dayOfMonth: dayOfMonth ?? 1,
    left: lengthOf(months) - (dayOfMonth ?? 1),
  };
}

/** The mean length of a rhythm in days. */
export function periodOf({ unit, length }: RhythmForm): number {
  return unit === 'days' ? length : length * DAYS_OF_MONTH;
}

/** The day that is a number of periods later; a 31st becomes the last day of a shorter month. */
export function laterDay(day: SeriesDay, { unit, length }: RhythmForm, periods: number): number {
  return unit === 'days'
    ? day.number + length * periods
    : numberOf(day.month + length * periods, day.dayOfMonth);
}

/** Days by which `later` misses being some periods after `day`; two days at the end of their months miss nothing. */
export function deviation(day: SeriesDay, later: SeriesDay, form: RhythmForm, periods: number): number {
  const off = Math.abs(later.number - laterDay(day, form, periods));
  const isMonthEnd =
    form.unit === 'months' &&
    later.month - day.month === form.length * periods &&
    day.left <= MONTH_END_DAYS &&
    later.left <= MONTH_END_DAYS;
  return isMonthEnd ? Math.min(off, Math.abs(day.left - later.left)) : off;
}

/** Deviations above this many working days count as this many: one odd payment does not hide a rhythm. */
const DEVIATION_MAX = 6;

/** The regular days that fit best: a day of the month, or a remainder of the days. */
export interface Phase {
  readonly of: number;
  /** Mean distance of the days from regular ones, in working days. */
  readonly deviation: number;
}

/** Finds the phase of some days. One of them is regular itself: others are moved, rarely all. */
export function bestPhase(days: readonly SeriesDay[], { unit, length }: RhythmForm): Phase {
  const phases = new Set(days.map((day) => (unit === 'months' ? day.dayOfMonth : day.number % length)));
  let best: Phase = { of: 0, deviation: Number.POSITIVE_INFINITY };
  for (const phase of phases) {
    let sum = 0;
    for (const day of days) {
      const off = unit === 'months' ? fromDayOfMonth(day, phase) : fromPhase(day, phase, length);
      sum += Math.min(off, DEVIATION_MAX);
    }
    if (sum / days.length < best.deviation) best = { of: phase, deviation: sum / days.length };
  }
  return best;
}

/** The regular day after the last one, as days since 1970-01-01. @param days at least one, in their order */
export function nextRegularDay(days: readonly SeriesDay[], form: RhythmForm): number {
  const last = days.at(-1);
  if (last === undefined) throw new Error('a series has at least one day');
  const phase = bestPhase(days, form).of;
  const about = laterDay(last, form, 1);
  if (form.unit === 'days') return phase + Math.round((about - phase) / form.length) * form.length;
  const [first, ...others] = [0, -1, 1].map((step) => numberOf(last.month + form.length + step, phase));
  return others.reduce(
    (best, day) => (Math.abs(day - about) < Math.abs(best - about) ? day : best),
    first ?? about,
  );
}

function fromDayOfMonth({ number, month }: SeriesDay, dayOfMonth: number): number {
  return smallestOf([-1, 0, 1].map((step) => workingDays(numberOf(month + step, dayOfMonth), number)));
}

function fromPhase({ number }: SeriesDay, phase: number, length: number): number {
  return workingDays(phase + Math.round((number - phase) / length) * length, number);
}

/** Working days between the expected and the real day: what is due on a weekend is on time on the next working day. */
function workingDays(expected: number, actual: number): number {
  const distance = weekdaysUntil(actual) - weekdaysUntil(expected);
  return isWeekend(expected) && distance > 0 ? distance - 1 : Math.abs(distance);
}

/** Number of weekdays until a day; 1970-01-01 was a Thursday. */
function weekdaysUntil(day: number): number {
  return Math.floor((day + 3) / 7) * 5 + Math.min(((day + 3) % 7) + 1, 5);
}

function isWeekend(day: number): boolean {
  return (day + 3) % 7 >= 5;
}

function numberOf(month: number, dayOfMonth: number): number {
  return startOf(month) + Math.min(dayOfMonth, lengthOf(month)) - 1;
}

function lengthOf(month: number): number {
  return startOf(month + 1) - startOf(month);
}

/** Numbers of first days of months: the same few are asked for all the time. */
const starts = new Map<number, number>();
const STARTS_MAX = 2_400;

function startOf(month: number): number {
  const known = starts.get(month);
  if (known !== undefined) return known;
  if (starts.size >= STARTS_MAX) starts.clear();
  const start = Math.round(new Date(0).setUTCFullYear(Math.floor(month / 12), month % 12, 1) / DAY_MS);
  starts.set(month, start);
  return start;
}
