import { utcDay } from '@tributary/money';
import { TransactionBatch, TransactionRequest } from '../../providers/provider.port';
import { inZone } from '../../providers/mapping/time-zones';
import { withoutTooOld } from '../../transactions/start-date';
import { toRows } from '../../transactions/transaction-rows';
import { strongIdentityKey } from '../../transactions/identity';
import { HistoryWrite } from '../account-write';
import { ClaimedAccount } from '../due/claim-accounts';
import { CallResult, MeteredCalls } from '../../providers/metering/metered-calls';
import { ReadingSource, ReadStep, TransactionReading } from './transaction-reading';
import { UnsavedReadings } from '../unsaved-readings';
import { oldestWanted } from '../windows';

/** Maximum number of restarts in a sync after refused marks; the next sync tries again. */
const RESTARTS_MAX = 3;
/** A provider with more pages in one sync is treated as broken. */
const PAGES_MAX = 10_000;

/**
 * Reads the changes since the account's mark, page by page. Each page is saved as it arrives; the mark moves only in
 * the transaction that saves the last page. After an interruption, or a change at the provider between two pages, the
 * reading starts again at the mark and meets the saved rows again.
 */
export class CursorReading implements TransactionReading {
  readonly progress = null;
  /** Mark from which this reading started; null means the beginning of the history. */
  private start: string | null;
  private position: string | null;
  private restarts = 0;
  private pages = 0;
  private done = false;
  private failed = false;
  private readonly today: string;

  constructor(
    private readonly account: ClaimedAccount,
    private readonly source: ReadingSource,
    private readonly calls: MeteredCalls,
  ) {
    this.start = account.syncCursor;
    this.position = this.start;
    this.today = utcDay(source.clock.now());
  }

  get recentDone(): boolean {
    return this.done;
  }

  /** Older history that the provider still loads arrives after a later mark; an earlier request would not help. */
  get historyComplete(): boolean {
    return true;
  }

  get transactionsFailed(): boolean {
    return this.failed;
  }

  async readNext(unsaved: UnsavedReadings): Promise<ReadStep> {
    if (this.done) return { kind: 'done' };
    const result = await this.fetch();
    switch (result.kind) {
      case 'no_allowance':
        return { kind: 'no_allowance', isRegular: true };
      case 'failed':
        return this.refused(result);
      case 'answered':
        return this.keep(result.value, unsaved);
      default: {
        const unknown: never = result;
        return unknown;
      }
    }
  }

  /**
   * Handles a refused page. If the provider refuses a page, reading starts again at the mark; if it refuses the mark,
   * at the beginning of the history.
   */
  private refused({ failure }: Extract<CallResult<TransactionBatch>, { kind: 'failed' }>): ReadStep {
    const mayBeginAgain = failure.kind === 'cursor_refused' && this.position !== null;
    if (!mayBeginAgain || this.restarts >= RESTARTS_MAX) return this.fail(failure);
    this.restarts += 1;
    if (this.position === this.start) this.start = null;
    this.position = this.start;
    return { kind: 'read' };
  }

  private keep(batch: TransactionBatch, unsaved: UnsavedReadings): ReadStep {
    const standsStill = batch.hasMore && batch.nextCursor === this.position;
    this.pages += 1;
    if (standsStill || batch.nextCursor === null || this.pages > PAGES_MAX)
      return this.fail({ kind: 'invalid_answer' });
    const { config, timeZone } = this.account;
    const zoned = batch.upserts.map((one) => inZone(one, timeZone));
    const rows = toRows(withoutTooOld(zoned, config), config);
    const removals = batch.removals.map(strongIdentityKey);
    this.position = batch.nextCursor;
    this.done = !batch.hasMore;
    unsaved.addChanges(rows, removals, batch.rejected, this.history(batch), this.source.clock.now());
    return { kind: 'read' };
  }

  private fail(failure: Extract<ReadStep, { kind: 'failed' }>['failure']): ReadStep {
    this.failed = true;
    return { kind: 'failed', failure };
  }

  private fetch(): Promise<CallResult<TransactionBatch>> {
    const { provider } = this.source;
    const { account, today } = this;
    const from = oldestWanted(today, account.maxHistoricalDays, account.config.sync_start_date);
    const request: TransactionRequest = {
      window: { from, to: null },
      cursor: this.position,
      includePending: account.config.sync_pending_transactions && provider.capabilities.pendingTransactions,
      accountCurrency: account.currency,
      accountCategory: account.category,
    };
    const isPaidFor = this.position !== this.start && !provider.capabilities.pagesMetered;
    return this.calls.make({ resource: 'transactions', purpose: 'regular', isPaidFor }, (access) =>
      provider.fetchTransactions(access, request),
    );
  }

  /** The mark stays unchanged until the last page. */
  private history({ coverage, nextCursor }: TransactionBatch): HistoryWrite {
    const { coveredTo, historyState, backfillCursor, historyEndReason: endReason } = this.account;
    if (!this.done) {
      return { coveredTo, state: historyState, cursor: backfillCursor, endReason, syncCursor: null };
    }
    return {
      coveredTo: this.today,
      state: coverage.complete ? 'COMPLETE' : 'LOADING',
      cursor: coverage.complete ? null : coverage.from,
      endReason,
      syncCursor: nextCursor,
    };
  }
}
