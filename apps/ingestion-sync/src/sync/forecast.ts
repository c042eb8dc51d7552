import { AccountConfig } from '@tributary/contracts';
import { utcDay } from '@tributary/money';
import { afterCall, Allowance, decideCall } from '../providers/metering/allowances';
import { schedule } from './sync-outcome';
import {
  afterWindow,
  HistoryProgress,
  nextWindow,
  oldestWanted,
  PlannedWindow,
  takingTurns,
  withoutNeedless,
} from './windows';

/** The state of an account after a sync. */
export interface ForecastStart {
  readonly progress: HistoryProgress;
  readonly config: AccountConfig;
  readonly maxHistoricalDays: number;
  readonly transactions: Allowance;
  readonly now: number;
}

/** Limit of simulated syncs. A history needs some dozens of windows, so a longer simulation has no end. */
const SYNCS_MAX = 1000;

/**
 * Predicts when the history will be complete if nothing fails, by simulating the coming syncs with the real decisions.
 * @returns null if the history is complete, or has no foreseeable end
 */
export function forecastBackfillEnd(start: ForecastStart): number | null {
  if (start.progress.state === 'COMPLETE') return null;
  let { progress, transactions, now } = start;
  for (let sync = 0; sync < SYNCS_MAX; sync += 1) {
    const { nextSyncInMs } = schedule(rested(start.config, transactions, progress, now));
    if (nextSyncInMs === null) return null;
    now += Math.max(1, nextSyncInMs);
    const today = utcDay(now);
    const oldest = oldestWanted(today, start.maxHistoricalDays, start.config.sync_start_date);
    ({ progress, transactions } = playSync({ ...progress, today, oldest }, transactions, now));
    if (progress.state === 'COMPLETE') return now;
  }
  return null;
}

/** Simulates one sync in which each call returns at once. */
function playSync(before: HistoryProgress, allowance: Allowance, now: number) {
  const due = withoutNeedless({ ...before, recentDone: false });
  let progress = takingTurns(due, allowance.limit);
  let transactions = allowance;
  for (let window = nextWindow(progress); window; window = nextWindow(progress)) {
    if (!decideCall(transactions, purposeOf(window), now).allowed) break;
    transactions = afterCall(transactions, null, now);
    progress = afterWindow(progress, window);
  }
  return { progress, transactions };
}

/** Purpose of a call for a window; new transactions are read before older ones. */
export function purposeOf(window: PlannedWindow): 'regular' | 'backfill' {
  return window.kind === 'recent' || window.kind === 'catch_up' ? 'regular' : 'backfill';
}

function rested(config: AccountConfig, transactions: Allowance, progress: HistoryProgress, now: number) {
  return {
    outcome: { kind: 'succeeded' as const },
    config,
    transactions,
    historyComplete: progress.state === 'COMPLETE',
    recentDone: true,
    failuresInRow: 0,
    syncRetryMs: 0,
    now,
  };
}
