import { utcDay } from '@tributary/money';
import { AccountNotice, TransactionBatch, TransactionRequest } from '../../providers/provider.port';
import { ProviderFailure } from '../../providers/provider.errors';
import { inZone } from '../../providers/mapping/time-zones';
import { withoutTooOld } from '../../transactions/start-date';
import { toRowsInTurns } from '../../transactions/transaction-rows';
import { HistoryWrite } from '../account-write';
import { purposeOf } from '../forecast';
import { ClaimedAccount } from '../due/claim-accounts';
import { CallResult, MeteredCalls } from '../../providers/metering/metered-calls';
import { ReadingSource, ReadStep, TransactionReading } from './transaction-reading';
import { UnsavedReadings } from '../unsaved-readings';
import { readWindow } from './window-pages';
import {
  afterWindow,
  HELD_ATTEMPTS_MAX,
  HistoryProgress,
  newerPart,
  nextWindow,
  oldestWanted,
  PlannedWindow,
  takingTurns,
  withoutNeedless,
} from '../windows';

/** Shown on an account whose backfill ended before its limit. */
const REFUSED_OLDER = 'The institution refused older data.';
const WINDOW_DAYS_DEFAULT = 90;

/** Reads the transactions of one account, window by window, and tracks the progress. */
export class WindowReading implements TransactionReading {
  progress: HistoryProgress;
  private failed = false;
  /** The reason why the history ended early; null while it goes on, and if it reached its limit. */
  private endReason: string | null;

  constructor(
    private readonly account: ClaimedAccount,
    private readonly source: ReadingSource,
    private readonly calls: MeteredCalls,
  ) {
    this.endReason = account.historyEndReason;
    const today = utcDay(source.clock.now());
    const loaded = withoutNeedless({
      today,
      maxWindowDays: source.provider.capabilities.maxWindowDays ?? WINDOW_DAYS_DEFAULT,
      oldest: oldestWanted(today, account.maxHistoricalDays, account.config.sync_start_date),
      coveredTo: account.coveredTo,
      recentDone: false,
      backfillFirst: false,
      state: account.historyState,
      cursor: account.backfillCursor,
      held: account.held,
    });
    // Calls for new transactions cost no allowance while a user waits.
    this.progress = calls.isAttended ? loaded : takingTurns(loaded, calls.allowance('transactions').limit);
  }

  get recentDone(): boolean {
    return this.progress.recentDone;
  }

  get historyComplete(): boolean {
    return this.progress.state === 'COMPLETE';
  }

  get transactionsFailed(): boolean {
    return this.failed;
  }

  /** Reads the next window into `unsaved`. */
  async readNext(unsaved: UnsavedReadings): Promise<ReadStep> {
    const window = nextWindow(this.progress);
    if (!window) return { kind: 'done' };
    const first = await this.fetch(window);
    const refusal = institutionRefusal(first);
    if (refusal && purposeOf(window) === 'backfill') return this.endHistory(window, refusal, unsaved);
    if (!isRefused(first)) return this.consume(window, first, unsaved, false);
    if (window.kind === 'held') return this.giveUp(window, unsaved);
    return this.readNewerPart(newerPart(window, this.progress.today, oldestIn(first)), unsaved);
  }

  /**
   * Ends the history at days that the institution refuses. If the refusal may be a temporary fault, the window is
   * stored for a retry; a later success continues the history.
   */
  private endHistory(
    window: PlannedWindow,
    { forItsDays }: InstitutionRefusal,
    unsaved: UnsavedReadings,
  ): ReadStep {
    if (forItsDays && window.kind === 'held') return this.giveUp(window, unsaved);
    if (!forItsDays) this.holdAgain(window, unsaved);
    this.progress = afterWindow(this.progress, window, true);
    unsaved.addWindow([], null, [], this.history(window, window.kind === 'backfill'), this.now());
    return { kind: 'read' };
  }

  /** Drops a stored window that has become too old to be requested. */
  private giveUp(window: PlannedWindow, unsaved: UnsavedReadings): ReadStep {
    this.release(window, unsaved);
    this.progress = afterWindow(this.progress, window);
    return { kind: 'read' };
  }

  /** Reads a newer part of a window whose older days the institution refuses; the history then ends there. */
  private async readNewerPart(window: PlannedWindow, unsaved: UnsavedReadings): Promise<ReadStep> {
    const second = await this.fetch(window);
    if (!isRefused(second) || window.kind === 'recent') return this.consume(window, second, unsaved, true);
    this.progress = afterWindow(this.progress, window, true);
    unsaved.addWindow([], null, [], this.history(window, true), this.now());
    return { kind: 'read' };
  }

  private async consume(
    window: PlannedWindow,
    result: CallResult<TransactionBatch>,
    unsaved: UnsavedReadings,
    refusedOlder: boolean,
  ): Promise<ReadStep> {
    switch (result.kind) {
      case 'no_allowance':
        return { kind: 'no_allowance', isRegular: purposeOf(window) === 'regular' };
      case 'failed':
        this.failed = true;
        return { kind: 'failed', failure: result.failure };
      case 'answered':
        await this.keep(window, result.value, unsaved, refusedOlder);
        return this.afterNotice(result.value.notice ?? null);
      default: {
        const unknown: never = result;
        return unknown;
      }
    }
  }

  /** Rows that may be out of date are stored, but do not count as a sync. */
  private afterNotice(notice: AccountNotice | null): ReadStep {
    if (notice !== null && notice.kind !== 'advice') this.failed = true;
    return { kind: 'read', notice };
  }

  private async keep(
    window: PlannedWindow,
    batch: TransactionBatch,
    unsaved: UnsavedReadings,
    refusedOlder: boolean,
  ): Promise<void> {
    this.holdOrRelease(window, batch, unsaved);
    this.progress = this.reopened(window, afterWindow(this.progress, window, refusedOlder));
    const { config, timeZone } = this.account;
    const zoned = batch.upserts.map((one) => inZone(one, timeZone));
    const rows = await toRowsInTurns(withoutTooOld(zoned, config), config);
    const coverage = { ...batch.coverage, isBackfill: purposeOf(window) !== 'regular' };
    unsaved.addWindow(rows, coverage, batch.rejected, this.history(window, refusedOlder), this.now());
  }

  /**
   * Stores an incomplete older window for a retry, and deletes a complete one. Every sync reads the newest window
   * anyway.
   */
  private holdOrRelease(window: PlannedWindow, batch: TransactionBatch, unsaved: UnsavedReadings): void {
    if (isIncomplete(batch)) this.holdAgain(window, unsaved);
    else if (window.kind === 'held') this.release(window, unsaved);
  }

  private holdAgain(window: PlannedWindow, unsaved: UnsavedReadings): void {
    const { from, to } = window;
    if (to === null) return;
    const attempts = this.account.held.find((held) => held.from === from && held.to === to)?.attempts ?? 0;
    if (attempts + 1 < HELD_ATTEMPTS_MAX) unsaved.hold({ from, to, attempts: attempts + 1 });
    else if (window.kind === 'held') this.release(window, unsaved);
  }

  private release({ from, to }: PlannedWindow, unsaved: UnsavedReadings): void {
    if (to !== null) unsaved.release({ from, to });
  }

  /** Reopens a history that had ended at these days, because the institution now returns them. */
  private reopened(window: PlannedWindow, progress: HistoryProgress): HistoryProgress {
    const hadEnded = progress.state === 'COMPLETE' && this.endReason === REFUSED_OLDER;
    if (window.kind !== 'held' || !hadEnded || window.from <= progress.oldest) return progress;
    this.endReason = null;
    return { ...progress, state: 'LOADING', cursor: window.from };
  }

  private fetch(window: PlannedWindow): Promise<CallResult<TransactionBatch>> {
    const { provider } = this.source;
    const { capabilities } = provider;
    const request: Omit<TransactionRequest, 'cursor'> = {
      window: { from: window.from, to: window.to },
      includePending: this.account.config.sync_pending_transactions && capabilities.pendingTransactions,
      accountCurrency: this.account.currency,
      accountCategory: this.account.category,
    };
    const purpose = purposeOf(window);
    return readWindow((cursor) => {
      const isPaidFor = cursor !== null && !capabilities.pagesMetered;
      return this.calls.make({ resource: 'transactions', purpose, isPaidFor }, (access) =>
        provider.fetchTransactions(access, { ...request, cursor }),
      );
    });
  }

  private now(): number {
    return this.source.clock.now();
  }

  private history(window: PlannedWindow, refusedOlder: boolean): HistoryWrite {
    const { coveredTo, state, cursor } = this.progress;
    if (refusedOlder && window.kind !== 'catch_up') this.endReason = REFUSED_OLDER;
    return { coveredTo, state, cursor, endReason: this.endReason, syncCursor: null };
  }
}

function isIncomplete({ rejected, coverage }: TransactionBatch): boolean {
  return rejected.length > 0 || !coverage.complete;
}

/** The first day for which the institution declares to have data. */
function oldestIn(result: CallResult<TransactionBatch>): string | null {
  if (result.kind !== 'failed' || result.failure.kind !== 'window_refused') return null;
  return result.failure.oldest ?? null;
}

/** True if the provider refuses the days, or the institution refuses and gives its days as the reason. */
function isRefused(result: CallResult<TransactionBatch>): boolean {
  if (result.kind !== 'failed') return false;
  return result.failure.kind === 'window_refused' || institutionRefusal(result)?.forItsDays === true;
}

type InstitutionRefusal = Extract<ProviderFailure, { kind: 'institution_refused' }>;

function institutionRefusal(result: CallResult<TransactionBatch>): InstitutionRefusal | null {
  const isOne = result.kind === 'failed' && result.failure.kind === 'institution_refused';
  return isOne ? result.failure : null;
}
