import { Inject, Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { Providers } from '../../providers/providers';
import { Replayed, replayMapping } from './replay-mapping';
import { lockMappedAccount, MappedAccount } from '../../accounts/accounts.store';
import { saveReplayed } from './replay-page';
import { announceReprocessing, finishReprocessing, Reprocessing, REPROCESSINGS } from './reprocessings';
import { ReprocessingStep, saveStep } from './reprocessings.store';
import { KeptTransaction, readKept } from '../transactions.store';

/** Transactions that are read again and written at a time. */
const PAGE_TRANSACTIONS = 500;
/** People watch the progress: more often than this is no use to them, and each time is a message. */
const ANNOUNCE_MS = 500;

/** The account that is worked on, by its index among the job's, and its last transaction that is done. */
interface Cursor {
  readonly account: number;
  readonly after: number;
}

export type ReprocessingJob = Job<Reprocessing, Cursor>;

/**
 * Reads stored rows again in pages. Each page commits the new documents, their events and the position in one
 * transaction.
 */
@Injectable()
export class ReprocessingJobs implements JobKind<Reprocessing, Cursor> {
  readonly kind = REPROCESSINGS;
  /** A row that cannot be read would fail again: what is done stays, and the user learns that it ended. */
  readonly attemptsMax = 1;
  private announcedAt = 0;

  constructor(
    @Inject(Providers) private readonly providers: Providers,
    @Inject(JobRunner) jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: ReprocessingJob, limit = PAGE_TRANSACTIONS): Promise<Progress> {
    return job.save((tx) => this.page(tx, job, limit));
  }

  fail(tx: Tx, job: ReprocessingJob): Promise<void> {
    return finishReprocessing(tx, job.key, 'A stored row could not be read again; the log says why.');
  }

  private async page(tx: Tx, job: ReprocessingJob, limit: number): Promise<Next<Cursor>> {
    const { account: index, after } = job.cursor ?? { account: 0, after: 0 };
    const accountId = job.payload.accountIds[index];
    if (accountId === undefined) {
      await finishReprocessing(tx, job.key);
      return 'done';
    }
    const account = await lockMappedAccount(tx, accountId);
    const kept = account ? await readKept(tx, account.id, after, limit) : [];
    const replayed = account ? this.replayAll(account, kept) : [];
    if (account) await saveReplayed(tx, job.trace, account, replayed.filter(isChanged));
    await saveStep(tx, job.key, toStep(replayed));
    await this.announce(tx, job.key);
    // The account has no further rows: continue with the next account.
    const last = kept.at(-1);
    return { cursor: last ? { account: index, after: last.id } : { account: index + 1, after: 0 } };
  }

  private async announce(tx: Tx, id: string): Promise<void> {
    if (Date.now() - this.announcedAt < ANNOUNCE_MS) return;
    await announceReprocessing(tx, id);
    this.announcedAt = Date.now();
  }

  private replayAll(account: MappedAccount, kept: readonly KeptTransaction[]): Replayed[] {
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

function toStep(replayed: readonly Replayed[]): ReprocessingStep {
  return {
    done: replayed.length,
    changed: replayed.filter(isChanged).length,
    unreadable: replayed.filter(({ kind }) => kind === 'unreadable').length,
  };
}

function isChanged(replayed: Replayed): replayed is Extract<Replayed, { kind: 'changed' }> {
  return replayed.kind === 'changed';
}
