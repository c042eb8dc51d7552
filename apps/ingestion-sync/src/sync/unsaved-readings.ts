import { Context } from '@opentelemetry/api';
import { BalanceDocument, Health } from '@tributary/contracts';
import { AccountProfile, HoldingsReading, RejectedRow } from '../providers/provider.port';
import { AnswerCoverage } from '../transactions/matching/answer';
import { TransactionRow } from '../transactions/transaction-rows';
import { RetriedRows } from '../transactions/unread/unread-rows';
import { AccountWrite, FinishWrite, HistoryWrite } from './account-write';
import { Allowance } from '../providers/metering/allowances';
import { ClaimedAccount } from './due/claim-accounts';
import { HeldWindow } from './windows';

const NONE_RETRIED: RetriedRows = { read: [], unread: [] };

/** Collects data that was read for an account but not saved, and turns it into writes. */
export class UnsavedReadings {
  private rows: TransactionRow[] = [];
  private coverage: AnswerCoverage[] = [];
  private reportsChanges = false;
  private removals = new Set<string>();
  private rejected: RejectedRow[] = [];
  private retried: RetriedRows = NONE_RETRIED;
  private held: HeldWindow[] = [];
  private released: { from: string; to: string }[] = [];
  private history: HistoryWrite | null = null;
  private profile: AccountProfile | null = null;
  private balances: readonly BalanceDocument[] | null = null;
  private holdings: HoldingsReading | null = null;
  private readonly allowances = new Map<string, Allowance>();
  private health: Health | null = null;
  private firstAt: number | null = null;
  private wasPublished = false;

  constructor(
    private readonly account: ClaimedAccount,
    private readonly trace: Context,
  ) {}

  get rowCount(): number {
    return this.rows.length + this.removals.size;
  }

  /** Age of the oldest unsaved window, in milliseconds. */
  ageMs(now: number): number {
    return this.firstAt === null ? 0 : now - this.firstAt;
  }

  /** @param coverage null if no page was read */
  addWindow(
    rows: readonly TransactionRow[],
    coverage: AnswerCoverage | null,
    rejected: readonly RejectedRow[],
    history: HistoryWrite,
    now: number,
  ): void {
    if (coverage) this.coverage.push(coverage);
    this.add(rows, rejected, history, now);
  }

  /**
   * Adds a page of changes since a mark; its rows replace the same rows of earlier pages.
   * @param removals identity keys
   */
  addChanges(
    rows: readonly TransactionRow[],
    removals: readonly string[],
    rejected: readonly RejectedRow[],
    history: HistoryWrite,
    now: number,
  ): void {
    const changed = new Set([...rows.map(({ identityKey }) => identityKey), ...removals]);
    this.rows = this.rows.filter(({ identityKey }) => !changed.has(identityKey));
    for (const { identityKey } of rows) this.removals.delete(identityKey);
    const gone = new Set(removals);
    const kept = rows.filter(({ identityKey }) => !gone.has(identityKey));
    for (const key of removals) this.removals.add(key);
    this.reportsChanges = true;
    this.add(kept, rejected, history, now);
  }

  /** Adds transactions of retried rows, and the rows' ids by whether they could be read. */
  addRetried(rows: readonly TransactionRow[], retried: RetriedRows): void {
    for (const row of rows) this.rows.push(row);
    this.retried = retried;
  }

  hold(window: HeldWindow): void {
    this.held.push(window);
  }

  release(window: { from: string; to: string }): void {
    this.released.push(window);
  }

  setProfile(profile: AccountProfile): void {
    this.profile = profile;
  }

  setBalances(balances: readonly BalanceDocument[]): void {
    this.balances = balances;
  }

  setHoldings(holdings: HoldingsReading): void {
    this.holdings = holdings;
  }

  setHealth(health: Health): void {
    this.health = health;
  }

  setAllowance(allowance: Allowance): void {
    this.allowances.set(allowance.resource, allowance);
  }

  /** Returns everything collected as one write, and starts a new collection. */
  drain(finish: FinishWrite | null): AccountWrite {
    const write: AccountWrite = {
      account: this.account,
      trace: this.trace,
      rows: this.rows,
      coverage: this.coverage,
      reportsChanges: this.reportsChanges,
      removals: [...this.removals],
      rejected: this.rejected,
      retried: this.retried,
      held: this.held,
      released: this.released,
      history: this.history,
      profile: this.profile,
      balances: this.balances,
      holdings: this.holdings,
      allowances: [...this.allowances.values()],
      health: this.health,
      finish,
      isPublished: finish !== null || !this.wasPublished,
    };
    this.clear();
    return write;
  }

  private add(
    rows: readonly TransactionRow[],
    rejected: readonly RejectedRow[],
    history: HistoryWrite,
    now: number,
  ): void {
    this.firstAt ??= now;
    for (const row of rows) this.rows.push(row);
    for (const row of rejected) this.rejected.push(row);
    this.history = {
      ...history,
      syncCursor: history.syncCursor ?? this.history?.syncCursor ?? null,
    };
  }

  private clear(): void {
    this.rows = [];
    this.coverage = [];
    this.removals = new Set();
    this.rejected = [];
    this.retried = NONE_RETRIED;
    this.held = [];
    this.released = [];
    this.history = null;
    this.profile = null;
    this.balances = null;
    this.holdings = null;
    this.health = null;
    this.allowances.clear();
    this.firstAt = null;
    this.wasPublished = true;
  }
}
