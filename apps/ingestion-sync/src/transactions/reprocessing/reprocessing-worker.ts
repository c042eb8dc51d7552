import { Inject, Injectable } from '@nestjs/common';
import { Database, isTransient, Tx } from '@tributary/persistence';
import { ServiceLogger, Worker } from '@tributary/service';
import type { IngestionSyncConfig } from '../../ingestion-sync.config';
import { INGESTION_CONFIG } from '../../ingestion-sync.tokens';
import { Providers } from '../../providers/providers';
import { KeptTransaction, Replayed, replayMapping } from './replay-mapping';
import { LockedAccount, lockAccount, readKept, saveReplayed } from './replay-page';
import {
  announceReprocessing,
  finishReprocessing,
  LeasedReprocessing,
  leaseReprocessing,
  lockProgress,
  noteStep,
  peekAccount,
  releaseReprocessing,
  ReprocessingProgress,
  ReprocessingStep,
} from './reprocessings';

/** Transactions that are read again and written at a time. */
const PAGE_TRANSACTIONS = 500;
/** People watch the progress: more often than this is no use to them, and each time is a message. */
const ANNOUNCE_MS = 500;

/**
 * Reads kept rows again, page by page: the new documents, their events and the position are one transaction, so that
 * a job that was cut off goes on where it was, on whichever instance.
 */
@Injectable()
export class ReprocessingWorker {
  private readonly worker: Worker;
  private announcedAt = 0;

  constructor(
    private readonly database: Database,
    private readonly providers: Providers,
    private readonly logger: ServiceLogger,
    @Inject(INGESTION_CONFIG) private readonly config: Pick<IngestionSyncConfig, 'sync'>,
  ) {
    this.worker = new Worker({
      name: 'reprocessing',
      idleMs: config.sync.idleMs,
      round: (signal) => this.round(signal),
      onFailure: (error) => logger.failure('a reprocessing was interrupted and will go on', error),
    });
  }

  start(): void {
    this.worker.start();
  }

  stop(): Promise<void> {
    return this.worker.stop();
  }

  private async round(signal: AbortSignal): Promise<boolean> {
    const job = await leaseReprocessing(this.database, this.config.sync.leaseMs);
    if (!job) return false;
    try {
      let goesOn = true;
      while (goesOn && !signal.aborted) goesOn = await this.step(job);
      if (goesOn) await releaseReprocessing(this.database, job);
    } catch (error) {
      if (isTransient(error)) throw error;
      // It would fail again: what is done stays, and whoever asked is told that it ended.
      this.logger.failure(`reprocessing ${job.id} failed`, error);
      const reason = 'A stored row could not be read again; the log says why.';
      await this.database.transaction((tx) => finishReprocessing(tx, job, reason));
    }
    return true;
  }

  /** Reads and writes the job's next page. @returns whether there is more to do */
  step(job: LeasedReprocessing, limit = PAGE_TRANSACTIONS): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      // Accounts are locked before the job's row, as everywhere; which one it is, is seen again under the lock.
      const peeked = await peekAccount(tx, job);
      const account = peeked === null ? null : await lockAccount(tx, peeked);
      const progress = await lockProgress(tx, job);
      if (!progress) return false;
      const accountId = job.accountIds[progress.accountPlace - 1];
      if (accountId === undefined) {
        await finishReprocessing(tx, job);
        return false;
      }
      if (accountId === peeked) await this.replay(tx, job, { account, progress, limit });
      return true;
    });
  }

  private async replay(
    tx: Tx,
    job: LeasedReprocessing,
    page: {
      readonly account: LockedAccount | null;
      readonly progress: ReprocessingProgress;
      readonly limit: number;
    },
  ): Promise<void> {
    const { account, progress, limit } = page;
    const kept = account ? await readKept(tx, account.id, progress.cursor, limit) : [];
    const replayed = account ? this.replayAll(account, kept) : [];
    if (account) await saveReplayed(tx, job, account, replayed.filter(isChanged));
    await noteStep(tx, job, toStep(progress, kept, replayed), this.config.sync.leaseMs);
    if (Date.now() - this.announcedAt < ANNOUNCE_MS) return;
    await announceReprocessing(tx, job.id);
    this.announcedAt = Date.now();
  }

  private replayAll(account: LockedAccount, kept: readonly KeptTransaction[]): Replayed[] {
    const { config, currency, category } = account;
    const readWith = {
      provider: this.providers.require(account.provider),
      map: config.map_fields,
      accountCurrency: currency,
      accountCategory: category,
    };
    return kept.map((one) => replayMapping(one, readWith));
  }
}

/** Where the job stands after a page; an account that has nothing more gives way to the next. */
function toStep(
  { accountPlace }: ReprocessingProgress,
  kept: readonly KeptTransaction[],
  replayed: readonly Replayed[],
): ReprocessingStep {
  const last = kept.at(-1);
  return {
    accountPlace: last ? accountPlace : accountPlace + 1,
    cursor: last?.id ?? 0,
    done: kept.length,
    changed: replayed.filter(isChanged).length,
    unreadable: replayed.filter(({ kind }) => kind === 'unreadable').length,
  };
}

function isChanged(replayed: Replayed): replayed is Extract<Replayed, { kind: 'changed' }> {
  return replayed.kind === 'changed';
}
