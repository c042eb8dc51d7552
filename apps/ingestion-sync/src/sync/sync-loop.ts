import { Inject, Injectable } from '@nestjs/common';
import { DatabaseClock } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { LeaseKeeper, LeaseLostError, renewLeases } from '@tributary/jobs';
import { BackgroundWorker, durationHistogram, outcomeCounter, ServiceLogger } from '@tributary/service';
import { openConsent } from '../connections/consents/consent-secret';
import { RowEnrichment } from '../transactions/enrichment/row-enrichment';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../ingestion-sync.config';
import { Providers } from '../providers/providers';
import { AccountSync } from './account-sync';
import { ClaimedAccount, claimAccounts, releaseAccounts, renewLease } from './due/claim-accounts';
import { ACCOUNT_LEASES, nextAccountInMs } from './due/due-accounts.store';
import { ConnectionVerdicts } from './connection-verdicts';
import { openPresentUser } from './due/present-user';
import { SyncSignal } from '../accounts/sync-signal';
import { loadUntriedRows } from './reading/retry-unread-rows';
import { SyncSlots } from './sync-slots';
import { SyncWriter } from './writing/sync-writer';

/** Number of accounts to claim in advance, as a multiple of the concurrency. */
const CLAIM_ROUNDS = 2;
/** Longest wait of a claimed account for a slot, in milliseconds; after it, another instance may claim the account. */
const AHEAD_MS_MAX = 20_000;
/** Limit of accounts that were read but not saved, as a multiple of the concurrency; reading pauses at the limit. */
const UNSAVED_ROUNDS = 4;

/** Shortest time between rounds, because every saved sync signals. Requested syncs wake the loop directly. */
const SPACING_MS = 1000;

/**
 * Claims due accounts and syncs a limited number of them at once; several instances share the work. If a user's
 * accounts occupy all slots of one user, further accounts of that user wait in the background while the loop continues
 * with other users.
 */
@Injectable()
export class SyncLoop extends BackgroundWorker {
  private readonly writer: SyncWriter;
  private readonly slots: SyncSlots;
  private readonly running = new Set<Promise<void>>();
  private readonly leases: LeaseKeeper;
  private readonly tally = new ConnectionTally();
  private readonly duration = durationHistogram('tributary.sync.duration', 'A sync of one account');
  private readonly lost = outcomeCounter(
    'tributary.syncs.lost',
    'Syncs that ended with their process, counted when their account is claimed again',
  );

  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly verdicts: ConnectionVerdicts,
    private readonly logger: ServiceLogger,
    private readonly box: SecretBox,
    private readonly enrichment: RowEnrichment,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
    private readonly clock: DatabaseClock,
    signal: SyncSignal,
  ) {
    const onFailure = (error: unknown): void => logger.failure('a sync met a failure', error);
    const { leaseMs, idleMs, concurrency, amountTolerance } = config.sync;
    const signals = { database, tables: ['financial_accounts', 'connections'] };
    super({ name: 'sync', idleMs, spacingMs: SPACING_MS, onFailure }, signals);
    signal.onWake(() => this.wake());
    this.slots = new SyncSlots(concurrency);
    this.leases = new LeaseKeeper({
      leaseMs,
      renew: (leases) => renewLeases(database, ACCOUNT_LEASES, leases),
      onFailure: (error) => logger.failure('leases of syncs could not be renewed', error),
    });
    this.writer = new SyncWriter(database, box, { leaseMs, amountTolerance, onFailure }, this.clock);
  }

  /** Waits for running syncs to end and save, and releases the other accounts. */
  override async beforeApplicationShutdown(): Promise<void> {
    await super.beforeApplicationShutdown();
    await this.slots.noneWaits();
    await Promise.all(this.running);
    await this.decideVerdicts();
  }

  protected override async round(signal: AbortSignal): Promise<boolean> {
    const { leaseMs, syncRetryMs, concurrency } = this.config.sync;
    await this.leases.renewDue();
    const options = {
      leaseMs,
      lostPauseMs: syncRetryMs,
      providers: this.providers.names,
      exceptUsers: this.slots.waitingUsers,
      limit: concurrency * CLAIM_ROUNDS,
    };
    const claimed = await claimAccounts(this.database, options, () => this.clock.now());
    for (const { provider, lostSyncs, lease } of claimed) {
      this.leases.keep(lease);
      if (lostSyncs > 0) this.lost.add(1, { provider });
    }
    await this.beginAll(claimed, signal);
    if (claimed.length < options.limit) await this.decideVerdicts();
    return claimed.length > 0;
  }

  protected override dueInMs(): Promise<number | null> {
    return nextAccountInMs(this.database, {
      lostPauseMs: this.config.sync.syncRetryMs,
      providers: this.providers.names,
      exceptUsers: this.slots.waitingUsers,
    });
  }

  /** Starts syncs one after the other as slots become free, and releases accounts that were not started. */
  private async beginAll(claimed: readonly ClaimedAccount[], signal: AbortSignal): Promise<void> {
    const notBegun: ClaimedAccount[] = [];
    try {
      for (const account of claimed) {
        if (this.slots.isAtLimit(account.userId))
          this.slots.wait(account.userId, this.beginLater(account, signal));
        else if (!(await this.begin(account, signal))) notBegun.push(account);
      }
      if (notBegun.length > 0) await this.release(notBegun);
    } catch (error) {
      // Leases of accounts that were not started must not be renewed.
      for (const { lease } of claimed) this.leases.end(lease);
      throw error;
    }
  }

  private async beginLater(account: ClaimedAccount, signal: AbortSignal): Promise<void> {
    try {
      if (!(await this.begin(account, signal))) await this.release([account]);
    } catch (error) {
      this.abandon(account, error);
    } finally {
      this.wake();
    }
  }

  /** Starts the sync when a slot is free. @returns false if the loop stops, or no slot becomes free in time */
  private async begin(account: ClaimedAccount, signal: AbortSignal): Promise<boolean> {
    const { concurrency } = this.config.sync;
    const leftMs = account.claimedAt + AHEAD_MS_MAX - this.clock.now();
    const leave = await this.slots.enter(account.userId, leftMs, signal);
    if (leave === null) return false;
    if (this.running.size >= concurrency * UNSAVED_ROUNDS) await Promise.race(this.running);
    if (this.clock.now() > account.claimedAt + AHEAD_MS_MAX) {
      leave();
      return false;
    }
    const release = once(leave);
    this.tally.begin(account.connectionId);
    const sync = this.sync(account, signal, release)
      .catch((error: unknown) => this.abandon(account, error))
      .finally(() => {
        release();
        this.leases.end(account.lease);
        this.running.delete(sync);
        if (this.tally.end(account.connectionId)) this.wake();
      });
    this.running.add(sync);
    return true;
  }

  private async sync(account: ClaimedAccount, signal: AbortSignal, onRead: () => void): Promise<void> {
    const { callRetryMs, syncRetryMs } = this.config.sync;
    const startedAtMs = performance.now();
    const outcome = await AccountSync.run(account, {
      provider: this.providers.require(account.provider),
      access: {
        accountExternalId: account.externalId,
        consent: { ...openConsent(this.box, account.consent), userId: account.userId },
        user: openPresentUser(this.box, account),
      },
      writer: this.writer,
      enrich: (claimed, rows) => this.enrichment.enrich(claimed, rows),
      untriedRows: ({ id }) => loadUntriedRows(this.database, this.box, id),
      callRetryMs,
      syncRetryMs,
      clock: this.clock,
      signal,
      renewLease: (leased, spent) => renewLease(this.database, { spent, now: this.clock.now() }, leased),
      onRead,
      onConsentEnded: ({ connectionId, consent }) =>
        this.verdicts.consentEnded(connectionId, consent.consentId),
    });
    const labels = { provider: account.provider, outcome: outcome.kind };
    this.duration.record((performance.now() - startedAtMs) / 1000, labels);
  }

  /** Gives up an account whose data could not be saved. Its next owner, or this instance after the lease, reads it again. */
  private abandon(account: ClaimedAccount, error: unknown): void {
    this.leases.end(account.lease);
    if (error instanceof LeaseLostError)
      return this.logger.log('an account was taken over', { id: account.id });
    this.logger.failure('a sync failed; the account is synced again after its lease', error);
  }

  private async release(accounts: readonly ClaimedAccount[]): Promise<void> {
    for (const { lease } of accounts) this.leases.end(lease);
    await releaseAccounts(this.database, accounts);
  }

  private async decideVerdicts(): Promise<void> {
    await this.verdicts.decide(this.tally.popCompleted());
  }
}

function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Counts running syncs for each connection, and collects connections whose last running sync has ended. */
class ConnectionTally {
  private readonly running = new Map<number, number>();
  private readonly completed = new Set<number>();

  begin(connectionId: number): void {
    this.running.set(connectionId, (this.running.get(connectionId) ?? 0) + 1);
    this.completed.delete(connectionId);
  }

  /** Returns true if no other sync of the connection is running. */
  end(connectionId: number): boolean {
    const left = (this.running.get(connectionId) ?? 1) - 1;
    if (left > 0) {
      this.running.set(connectionId, left);
      return false;
    }
    this.running.delete(connectionId);
    this.completed.add(connectionId);
    return true;
  }

  popCompleted(): number[] {
    const ids = [...this.completed];
    this.completed.clear();
    return ids;
  }
}
