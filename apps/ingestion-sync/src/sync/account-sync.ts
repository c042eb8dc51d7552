import { context, SpanKind } from '@opentelemetry/api';
import { BalanceDocument } from '@tributary/contracts';
import { LeaseLostError } from '@tributary/jobs';
import { Clock, inSpan } from '@tributary/messaging';
import { addDays, utcDay, DAY_MS, laterDay } from '@tributary/money';
import { healthAfter } from '../accounts/account-health';
import { AccountAccess, AccountProvider, MeteredResource } from '../providers/provider.port';
import { ProviderFailure } from '../providers/provider.errors';
import { FinishWrite } from './account-write';
import { Allowance } from '../providers/metering/allowances';
import { ClaimedAccount } from './due/claim-accounts';
import { forecastBackfillEnd } from './forecast';
import { MeteredCall, MeteredCalls } from '../providers/metering/metered-calls';
import { retryUnreadRows, UntriedRow } from './reading/retry-unread-rows';
import { outcomeOf, outcomeOfNotice, schedule, SyncOutcome, worse } from './sync-outcome';
import { SyncWriter } from './writing/sync-writer';
import { TransactionRow } from '../transactions/transaction-rows';
import { TransactionReading, ReadingSource } from './reading/transaction-reading';
import { UnsavedReadings } from './unsaved-readings';
import { CursorReading } from './reading/cursor-reading';
import { WindowReading } from './reading/window-reading';

export interface AccountSyncOptions {
  readonly provider: AccountProvider;
  readonly access: AccountAccess;
  readonly writer: Pick<SyncWriter, 'save'>;
  /** Adds data of the account that rows need before they are saved, for example counterparties. */
  readonly enrich: (
    account: ClaimedAccount,
    rows: readonly TransactionRow[],
  ) => Promise<readonly TransactionRow[]>;
  readonly callRetryMs: number;
  readonly syncRetryMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /**
   * Renews the lease and stores the allowance that the next call spends. Returns false if another instance has claimed
   * the account.
   */
  readonly renewLease: (account: ClaimedAccount, spent: Allowance | null) => Promise<boolean>;
  /** Loads the account's rows that an earlier release could not read. */
  readonly untriedRows: (account: ClaimedAccount) => Promise<readonly UntriedRow[]>;
  /** Called after the last call to the provider, before the last write. */
  readonly onRead: () => void;
  /** Called if the connection's consent has ended. */
  readonly onConsentEnded: (account: ClaimedAccount) => Promise<void>;
}

/** Account details change rarely, so they are requested again only after this age. */
const DETAILS_AGE_MS_MAX = 7 * DAY_MS;

/**
 * Syncs an account: details, balances, holdings, new transactions, and then as much history as the allowance permits.
 */
export class AccountSync {
  private readonly calls: MeteredCalls;
  private readonly unsaved: UnsavedReadings;
  private readonly transactions: TransactionReading;
  private outcome: SyncOutcome = { kind: 'succeeded' };
  private wasSaved = true;
  private balances: readonly BalanceDocument[] | null = null;

  constructor(
    private readonly account: ClaimedAccount,
    private readonly options: AccountSyncOptions,
  ) {
    this.unsaved = new UnsavedReadings(account, context.active());
    this.calls = new MeteredCalls({
      provider: options.provider,
      access: options.access,
      allowances: account.allowances,
      retryMs: options.callRetryMs,
      clock: options.clock,
      signal: options.signal,
      onAllowance: (allowance) => this.unsaved.setAllowance(allowance),
      beforeCall: (spent) => this.keepLease(spent),
    });
    this.transactions = chooseReading(account, options, this.calls);
  }

  /** Syncs one account in its own trace span, the parent of all its calls and writes. @returns how the sync ended */
  static run(account: ClaimedAccount, options: AccountSyncOptions): Promise<SyncOutcome> {
    return inSpan('sync account', SpanKind.INTERNAL, context.active(), () =>
      new AccountSync(account, options).run(),
    );
  }

  private async run(): Promise<SyncOutcome> {
    try {
      await this.readAndSave();
      return this.outcome;
    } catch (error) {
      if (!(error instanceof LeaseLostError)) await this.saveFailure();
      throw error;
    }
  }

  private async readAndSave(): Promise<void> {
    await this.sayLost();
    try {
      await this.read();
    } finally {
      this.options.onRead();
    }
    if (this.outcome.kind === 'consent_ended') await this.options.onConsentEnded(this.account);
    await this.save(this.finish());
  }

  /** Reports lost syncs on the account before it reads anything, because the reading itself may crash the process. */
  private async sayLost(): Promise<void> {
    const { lostSyncs, health } = this.account;
    if (lostSyncs < LOST_UNTIL_SAID) return;
    const at = new Date(this.now()).toISOString();
    this.unsaved.setHealth(healthAfter(health, { kind: 'failed', message: lostMessage(lostSyncs) }, at));
    await this.save(null);
  }

  /** The sync drops the rows that could not be saved, leaves the cursor where it was, and shows the failure on the account. */
  private async saveFailure(): Promise<void> {
    this.unsaved.drain(null);
    // A call counts even if it failed.
    for (const allowance of this.calls.known) this.unsaved.setAllowance(allowance);
    this.wasSaved = false;
    this.outcome = worse(this.outcome, { kind: 'failed', message: 'What was read could not be saved.' });
    await this.options.writer.save(this.unsaved.drain(this.finish()));
  }

  /**
   * Reads all resources. A resource that fails does not stop the others, unless the account cannot be read at all any
   * more.
   */
  private async read(): Promise<void> {
    await this.retryRows();
    await this.readDetails();
    if (this.mayGoOn()) await this.readBalances();
    if (this.mayGoOn()) await this.readHoldings();
    this.outcome = worse(await this.readTransactions(), this.outcome);
  }

  /** Retried rows are saved by themselves, because the bank may list the same rows again in the windows that follow. */
  private async retryRows(): Promise<void> {
    if (!this.account.hasUntriedRows) return;
    const untried = await this.options.untriedRows(this.account);
    retryUnreadRows(this.account, this.options.provider, untried, this.unsaved);
    await this.save(null);
  }

  /** A notice of the provider does not stop the reading of older history. @returns the worst notice or failure */
  private async readTransactions(): Promise<SyncOutcome> {
    let noted: SyncOutcome = { kind: 'succeeded' };
    while (this.mayGoOn()) {
      const step = await this.transactions.readNext(this.unsaved);
      if (step.kind === 'failed') this.failed('transactions', step.failure);
      if (step.kind === 'no_allowance' && step.isRegular) this.postponed('transactions');
      if (step.kind !== 'read') break;
      const notice = step.notice ?? null;
      if (notice) noted = worse(noted, outcomeOfNotice(notice));
      await this.saveNowAndThen();
      if (notice?.kind === 'failed') break;
    }
    return noted;
  }

  private mayGoOn(): boolean {
    if (this.options.signal.aborted) this.outcome = worse(this.outcome, { kind: 'interrupted' });
    return !['consent_ended', 'interrupted', 'unusable'].includes(this.outcome.kind);
  }

  private async readDetails(): Promise<void> {
    const { detailsAgeMs } = this.account;
    const { provider } = this.options;
    if (detailsAgeMs !== null && detailsAgeMs < DETAILS_AGE_MS_MAX) return;
    const result = await this.calls.make(regular('details'), (access) => provider.readDetails(access));
    if (result.kind === 'failed') this.failed('details', result.failure);
    if (result.kind === 'answered') this.unsaved.setProfile(result.value);
  }

  private async readBalances(): Promise<void> {
    const { provider } = this.options;
    if (!this.account.config.sync_balances || !provider.capabilities.balances) return;
    const result = await this.calls.make(regular('balances'), (access) => provider.fetchBalances(access));
    if (result.kind === 'failed') this.failed('balances', result.failure);
    if (result.kind === 'no_allowance') this.postponed('balances');
    if (result.kind === 'answered') this.keepBalances(result.value, result.unread ?? 0);
  }

  private keepBalances(balances: readonly BalanceDocument[], unread: number): void {
    this.unsaved.setBalances(balances);
    if (unread === 0) this.balances = balances;
    else this.outcome = worse(this.outcome, { kind: 'advised', message: unreadBalances(unread) });
  }

  private async readHoldings(): Promise<void> {
    const { provider } = this.options;
    if (this.account.category !== 'INVESTMENT' || !provider.fetchHoldings) return;
    const fetchHoldings = provider.fetchHoldings.bind(provider);
    const result = await this.calls.make(regular('holdings'), (access) => fetchHoldings(access));
    if (result.kind === 'failed') this.failed('holdings', result.failure);
    if (result.kind === 'no_allowance') this.postponed('holdings');
    if (result.kind === 'answered') this.unsaved.setHoldings(result.value);
  }

  private failed(resource: MeteredResource, failure: ProviderFailure): void {
    this.outcome = worse(this.outcome, outcomeOf(failure, resource));
  }

  private postponed(resource: MeteredResource): void {
    this.failed(resource, { kind: 'rate_limited', scope: 'resource', retryAfterMs: 0 });
  }

  /** Saves in portions: an interruption loses little, and the account of a fast provider needs a single write. */
  private async saveNowAndThen(): Promise<void> {
    const isDue = this.unsaved.rowCount >= ROWS_PER_WRITE || this.unsaved.ageMs(this.now()) >= SAVE_AFTER_MS;
    if (!isDue) return;
    await this.account.lease.renewedBy(() => this.save(null));
  }

  private async save(finish: FinishWrite | null): Promise<void> {
    const write = this.unsaved.drain(finish);
    const rows = await this.options.enrich(this.account, write.rows);
    await this.options.writer.save({ ...write, rows });
  }

  /** Stops before a call if another instance may have claimed the account. @throws LeaseLostError */
  private async keepLease(spent: Allowance | null): Promise<void> {
    const { id, lease } = this.account;
    if (spent === null && lease.isFresh()) return;
    await lease.renewedBy(async () => {
      const isOurs = await this.options.renewLease(this.account, spent);
      if (!isOurs) throw new LeaseLostError(lease, `account ${id}`);
    });
  }

  private finish(): FinishWrite {
    const { account, options, outcome } = this;
    const at = new Date(this.now()).toISOString();
    const isOutcomeOfAccount = outcome.kind !== 'consent_ended' && outcome.kind !== 'interrupted';
    const health = isOutcomeOfAccount ? healthAfter(account.health, outcome, at) : account.health;
    const { recentDone, historyComplete, transactionsFailed } = this.transactions;
    const transactionsSynced = recentDone && !transactionsFailed && this.wasSaved;
    return {
      health,
      transactionsSynced,
      backfillEndsInMs: this.backfillEndsInMs(),
      reconcilable: transactionsSynced ? this.reconcilable() : null,
      ...schedule({
        outcome,
        config: account.config,
        transactions: this.calls.allowance('transactions'),
        historyComplete,
        recentDone,
        failuresInRow: health.transient_failure_count,
        syncRetryMs: options.syncRetryMs,
        now: this.now(),
      }),
    };
  }

  private backfillEndsInMs(): number | null {
    const { progress } = this.transactions;
    if (!progress || progress.state === 'NEW') return null;
    const { config, maxHistoricalDays } = this.account;
    const now = this.now();
    const end = forecastBackfillEnd({
      progress,
      config,
      maxHistoricalDays,
      transactions: this.calls.allowance('transactions'),
      now,
    });
    return end === null ? null : end - now;
  }

  /** Each sync reads the last window again. Older days no longer change, but the backfill may still load them. */
  private reconcilable(): FinishWrite['reconcilable'] {
    if (!this.balances) return null;
    const { progress } = this.transactions;
    const days = progress?.maxWindowDays ?? RECONCILED_DAYS;
    const floor = addDays(utcDay(this.now()), 1 - days);
    return { balances: this.balances, floor: progress ? laterDay(floor, progress.oldest) : floor };
  }

  private now(): number {
    return this.options.clock.now();
  }
}

function unreadBalances(count: number): string {
  return count === 1
    ? 'One balance of the account could not be read; the others are shown.'
    : `${count} balances of the account could not be read; the others are shown.`;
}

function regular(resource: MeteredResource): MeteredCall {
  return { resource, purpose: 'regular' };
}

/** Used if the provider has no limit for a window. */
const RECONCILED_DAYS = 90;
const ROWS_PER_WRITE = 400;
const SAVE_AFTER_MS = 250;

/** Reads in the style that the provider declares. */
function chooseReading(
  account: ClaimedAccount,
  source: ReadingSource,
  calls: MeteredCalls,
): TransactionReading {
  const { style } = source.provider.capabilities;
  switch (style) {
    case 'window':
      return new WindowReading(account, source, calls);
    case 'cursor':
      return new CursorReading(account, source, calls);
    default: {
      const unknown: never = style;
      return unknown;
    }
  }
}

/** A single lost sync is an ordinary restart, as every release causes. */
const LOST_UNTIL_SAID = 2;

/** Returns the message for the user, with the next step. The number of crashes matters only to the operator. */
function lostMessage(lostSyncs: number): string {
  return `The last ${lostSyncs} syncs ended before everything was stored. The account waits longer each time.`;
}
