import { addDays, daysBetween, laterDay } from '@tributary/money';
import { HistoryState } from '../accounts/account-row';
import { DateWindow } from '../providers/provider.port';

/** The days of an account's transactions that are loaded, and the days that should be. */
export interface HistoryProgress {
  readonly today: string;
  readonly maxWindowDays: number;
  /** The first day that is loaded: the connection's limit, or the account's start date. */
  readonly oldest: string;
  /** The newest day up to which there is no gap; null before the first window. */
  readonly coveredTo: string | null;
  /** True if this sync has read the newest window. */
  readonly recentDone: boolean;
  /** True if the calls of this sync read older history: see `takingTurns`. */
  readonly backfillFirst: boolean;
  readonly state: HistoryState;
  /** The earliest loaded day, while LOADING. */
  readonly cursor: string | null;
  /** Windows with unreadable rows, which are requested again. */
  readonly held: readonly HeldWindow[];
}

export interface HeldWindow {
  readonly from: string;
  readonly to: string;
  readonly attempts: number;
}

export type WindowKind = 'recent' | 'catch_up' | 'held' | 'backfill';

export interface PlannedWindow extends DateWindow {
  readonly kind: WindowKind;
}

/** Limit of requests for a window with unreadable rows. Rows that remain unreadable stay in the list of unread rows. */
export const HELD_ATTEMPTS_MAX = 3;

/**
 * Plans the next request: new transactions first (a gap is closed from its old end, so that an interruption leaves no
 * second one), then the windows stored for a retry, then older history, newest first. Returns null if nothing is left.
 */
export function nextWindow(progress: HistoryProgress): PlannedWindow | null {
  if (!progress.recentDone && !progress.backfillFirst) return recentWindow(progress);
  const [held] = progress.held;
  if (held) return { kind: 'held', from: held.from, to: held.to };
  return backfillWindow(progress);
}

/**
 * Chooses older history or new transactions for the only call of a day. If an institution grants one call a day, every
 * second call reads older history, which otherwise would never be read.
 */
export function takingTurns(progress: HistoryProgress, callsPerDay: number): HistoryProgress {
  const { state, coveredTo, today } = progress;
  const wasReadJustNow = coveredTo !== null && coveredTo >= addDays(today, -1);
  return { ...progress, backfillFirst: callsPerDay === 1 && state === 'LOADING' && wasReadJustNow };
}

/** Returns the progress after a window was read. @param refusedOlder the institution has no data before `window.from` */
export function afterWindow(
  progress: HistoryProgress,
  window: PlannedWindow,
  refusedOlder = false,
): HistoryProgress {
  switch (window.kind) {
    case 'catch_up':
      return { ...progress, coveredTo: window.to };
    case 'recent':
      return afterRecent(progress, window, refusedOlder);
    case 'held':
      return {
        ...progress,
        held: progress.held.filter((held) => held.from !== window.from || held.to !== window.to),
      };
    case 'backfill':
      return withCursor(progress, window.from, refusedOlder);
    default: {
      const unknown: never = window.kind;
      return unknown;
    }
  }
}

/**
 * Replaces a window that was refused for its age: it starts at the day that the institution names, if that day is in
 * the window, otherwise it is the newer half.
 */
export function newerPart(window: PlannedWindow, today: string, oldest: string | null): PlannedWindow {
  const to = window.to ?? today;
  if (oldest !== null && oldest > window.from && oldest <= to) return { ...window, from: oldest };
  const days = daysFrom(window.from, to);
  return { ...window, from: addDays(to, -Math.floor((days - 1) / 2)) };
}

/** Completes a history that already reaches back far enough, because days have passed or the user set a later start date. */
export function withoutNeedless(progress: HistoryProgress): HistoryProgress {
  const { state, cursor, oldest } = progress;
  const isThere = state === 'LOADING' && cursor !== null && cursor <= oldest;
  return isThere ? { ...progress, state: 'COMPLETE', cursor: null } : progress;
}

/** The oldest day to load: the limit of the connection, or the account's start date if that is later. */
export function oldestWanted(today: string, maxHistoricalDays: number, startDate: string | null): string {
  const limit = addDays(today, 1 - maxHistoricalDays);
  return startDate === null ? limit : laterDay(limit, startDate);
}

function recentWindow({ today, maxWindowDays, oldest, coveredTo }: HistoryProgress): PlannedWindow {
  const start = laterDay(addDays(today, 1 - maxWindowDays), oldest);
  // A start date in the future is not requested.
  const from = start < today ? start : today;
  if (coveredTo === null || coveredTo >= from) return { kind: 'recent', from, to: null };
  const gap = laterDay(coveredTo, oldest);
  return { kind: 'catch_up', from: gap, to: addDays(gap, maxWindowDays - 1) };
}

function afterRecent(
  progress: HistoryProgress,
  window: PlannedWindow,
  refusedOlder: boolean,
): HistoryProgress {
  const done = { ...progress, recentDone: true, coveredTo: progress.today };
  return progress.state === 'NEW' ? withCursor(done, window.from, refusedOlder) : done;
}

function backfillWindow({ state, cursor, oldest, maxWindowDays }: HistoryProgress): PlannedWindow | null {
  if (state !== 'LOADING' || cursor === null || cursor <= oldest) return null;
  const to = addDays(cursor, -1);
  return { kind: 'backfill', from: laterDay(addDays(cursor, -maxWindowDays), oldest), to };
}

function withCursor(progress: HistoryProgress, from: string, refusedOlder: boolean): HistoryProgress {
  const isComplete = refusedOlder || from <= progress.oldest;
  return isComplete
    ? { ...progress, state: 'COMPLETE', cursor: null }
    : { ...progress, state: 'LOADING', cursor: from };
}

function daysFrom(from: string, to: string): number {
  return daysBetween(from, to) + 1;
}
