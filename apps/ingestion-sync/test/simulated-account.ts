import { AccountConfig, DEFAULT_ACCOUNT_CONFIG } from '@tributary/contracts';
import { HeldLease, momentNow } from '@tributary/jobs';
import { Clock } from '@tributary/messaging';
import { utcDay } from '@tributary/money';
import { UNKNOWN_HEALTH } from '../src/accounts/account-row';
import { PROVIDER_A_CAPABILITIES } from '../src/providers/provider-a/capabilities';
import {
  AccountProvider,
  AllowanceReading,
  DateWindow,
  Metered,
  TransactionBatch,
  TransactionRequest,
} from '../src/providers/provider.port';
import { AccountSync } from '../src/sync/account-sync';
import { AccountWrite } from '../src/sync/account-write';
import { Allowance } from '../src/providers/metering/allowances';
import { ClaimedAccount } from '../src/sync/due/claim-accounts';

const DAY_MS = 86_400_000;

/** A request that reached the provider. */
export interface SimulatedRequest {
  readonly at: number;
  readonly window: DateWindow;
}

export interface SimulationOptions {
  readonly start: string;
  readonly historyDays: number;
  readonly callsPerDay: number;
  readonly config?: Partial<AccountConfig>;
  /** Whether responses report the allowance in their headers. */
  readonly reportsAllowance?: boolean;
  /**
   * During the request of this number the process pauses for longer than its lease, and another takes the account over.
   */
  readonly takenOverIn?: number;
}

/**
 * One account with its own calendar: the engine of production, with a provider that responds immediately and counts,
 * and stored data in memory. The simulation fails if the bank receives more requests than it allows.
 */
export class SimulatedAccount {
  readonly requests: SimulatedRequest[] = [];
  /** Forecasts of the backfill's end, each with its time. */
  readonly forecasts: { readonly at: number; readonly end: number }[] = [];
  cursorNullAt: number | null = null;
  nextSyncAt: number | null;
  nextAllowedAt: number | null = null;
  private now: number;
  private account: ClaimedAccount;
  private readonly allowances = new Map<string, Allowance>();

  constructor(private readonly options: SimulationOptions) {
    this.now = Date.parse(options.start);
    this.nextSyncAt = this.now;
    this.account = newAccount(options, this.now);
  }

  get time(): number {
    return this.now;
  }

  get cursor(): string | null {
    return this.account.backfillCursor;
  }

  /** Runs all due work until `end`; `syncNowEveryMs` simulates an impatient user. */
  async runUntil(end: number, syncNowEveryMs: number | null = null): Promise<void> {
    let nextRequest = syncNowEveryMs === null ? Infinity : this.now + syncNowEveryMs;
    for (;;) {
      const due = Math.min(this.nextSyncAt ?? Infinity, nextRequest);
      if (due > end) return;
      this.now = Math.max(this.now, due);
      if (due === nextRequest) nextRequest += syncNowEveryMs ?? Infinity;
      // A request before it is allowed waits, as in the command.
      if (this.nextAllowedAt === null || this.nextAllowedAt <= this.now) await this.sync();
    }
  }

  requestsPerDay(): Map<string, number> {
    const perDay = new Map<string, number>();
    for (const { at } of this.requests) perDay.set(utcDay(at), (perDay.get(utcDay(at)) ?? 0) + 1);
    return perDay;
  }

  private async sync(): Promise<void> {
    const clock: Clock = { now: () => this.now, sleep: async () => undefined };
    this.account = { ...this.account, claimedAt: this.now, allowances: [...this.allowances.values()] };
    await AccountSync.run(this.account, {
      provider: this.provider(),
      access: { accountExternalId: 'simulated', consent: { consentId: 'c', secret: null }, user: null },
      writer: { save: async (write) => this.save(write) },
      enrich: async (_account, rows) => rows,
      untriedRows: async () => [],
      callRetryMs: 1,
      syncRetryMs: 60_000,
      clock,
      signal: new AbortController().signal,
      renewLease: async () => this.requests.length < (this.options.takenOverIn ?? Infinity),
      onRead: () => undefined,
      onConsentEnded: async () => undefined,
    });
  }

  private save({ history, allowances, finish }: AccountWrite): void {
    for (const allowance of allowances) this.allowances.set(allowance.resource, allowance);
    if (history) {
      const { coveredTo, state, cursor } = history;
      this.account = { ...this.account, coveredTo, historyState: state, backfillCursor: cursor };
      if (state === 'COMPLETE') this.cursorNullAt ??= this.now;
    }
    if (!finish) return;
    const { nextSyncInMs, nextAllowedInMs, backfillEndsInMs } = finish;
    this.nextSyncAt = nextSyncInMs === null ? null : this.now + Math.max(1, nextSyncInMs);
    this.nextAllowedAt = nextAllowedInMs === null ? null : this.now + nextAllowedInMs;
    if (backfillEndsInMs !== null) this.forecasts.push({ at: this.now, end: this.now + backfillEndsInMs });
  }

  private provider(): AccountProvider {
    const answers: Partial<AccountProvider> = {
      provider: 'PROVIDER_A',
      capabilities: {
        ...PROVIDER_A_CAPABILITIES,
        balances: false,
        dailyCallsAssumed: this.options.callsPerDay,
      },
      fetchTransactions: async (_access, request) => this.answer(request),
    };
    return answers as AccountProvider;
  }

  private answer({ window }: TransactionRequest): Metered<TransactionBatch> {
    this.requests.push({ at: this.now, window });
    if (this.requests.length === this.options.takenOverIn) this.account.lease.lost();
    const used = this.requestsPerDay().get(utcDay(this.now)) ?? 0;
    const { callsPerDay } = this.options;
    if (used > callsPerDay) throw new Error(`request ${used} of ${utcDay(this.now)} was one too many`);
    const resetMs = DAY_MS - (this.now % DAY_MS);
    const allowance: AllowanceReading = { limit: callsPerDay, remaining: callsPerDay - used, resetMs };
    return {
      allowance: this.options.reportsAllowance ? allowance : null,
      value: {
        upserts: [],
        removals: [],
        rejected: [],
        coverage: { ...window, includesPending: false, complete: true },
        nextCursor: null,
        hasMore: false,
      },
    };
  }
}

function newAccount({ historyDays, config }: SimulationOptions, now: number): ClaimedAccount {
  return {
    id: 1,
    userId: 1,
    connectionId: 1,
    provider: 'PROVIDER_A',
    externalId: 'simulated',
    consent: { consentId: 'c', consentSecret: null },
    historyEndReason: null,
    unreadRows: 0,
    hasUntriedRows: false,
    timeZone: null,
    syncCursor: null,
    lease: new HeldLease(1, 1, 45_000, momentNow()),
    claimedAt: now,
    config: { ...DEFAULT_ACCOUNT_CONFIG, ...config },
    health: UNKNOWN_HEALTH,
    category: 'BANK',
    currency: 'EUR',
    detailsAgeMs: 0,
    coveredTo: null,
    historyState: 'NEW',
    backfillCursor: null,
    maxHistoricalDays: historyDays,
    connectionFailing: false,
    allowances: [],
    held: [],
    presentUser: null,
    lostSyncs: 0,
  };
}
