import { Inject, Injectable } from '@nestjs/common';
import {
  AccountsCursor,
  FIRST_ACCOUNT,
  Job,
  JobKind,
  JobRunner,
  Next,
  nextInAccounts,
  Progress,
} from '@tributary/jobs';
import { Tx } from '@tributary/persistence';
import { Providers } from '../../providers/providers';
import { Replayed, replayMapping } from './replay-mapping';
import { lockMappedAccount, MappedAccount } from '../../accounts/accounts.store';
import { saveReplayed } from './replay-page';
import { Reprocessing, reprocessings } from './reprocessings';
import { KeptTransaction, readKept } from '../transactions.store';

/** Transactions that are read again and written at a time. */
const PAGE_TRANSACTIONS = 500;

export type ReprocessingJob = Job<Reprocessing, AccountsCursor>;

/**
 * Reads stored rows again in pages. Each page commits the new documents, their events and the position in one
 * transaction.
 */
@Injectable()
export class ReprocessingJobs implements JobKind<Reprocessing, AccountsCursor> {
  readonly kind = reprocessings.kind;
  /** A row that cannot be read would fail again: what is done stays, and the user learns that it ended. */
  readonly attemptsMax = 1;

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
    return reprocessings.finish(tx, job.key, 'A stored row could not be read again; the log says why.');
  }

  private async page(tx: Tx, job: ReprocessingJob, limit: number): Promise<Next<AccountsCursor>> {
    const cursor = job.cursor ?? FIRST_ACCOUNT;
    const accountId = job.payload.accountIds[cursor.account];
    if (accountId === undefined) {
      await reprocessings.finish(tx, job.key, null);
      return 'done';
    }
    const account = await lockMappedAccount(tx, accountId);
    const kept = account ? await readKept(tx, account.id, cursor.after, limit) : [];
    const replayed = account ? this.replayAll(account, kept) : [];
    if (account) await saveReplayed(tx, job.trace, account, replayed.filter(isChanged));
    await reprocessings.saveStep(tx, job.key, countsOf(replayed));
    return { cursor: nextInAccounts(cursor, kept.at(-1)?.id) };
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

function countsOf(replayed: readonly Replayed[]) {
  return {
    transactions_done: replayed.length,
    transactions_changed: replayed.filter(isChanged).length,
    transactions_unreadable: replayed.filter(({ kind }) => kind === 'unreadable').length,
  };
}

function isChanged(replayed: Replayed): replayed is Extract<Replayed, { kind: 'changed' }> {
  return replayed.kind === 'changed';
}
