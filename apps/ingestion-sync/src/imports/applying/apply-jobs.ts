import { Inject, Injectable } from '@nestjs/common';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { appendToOutbox } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { utcDay } from '@tributary/money';
import { scheduleEnrichment } from '../../accounts/accounts.store';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { SavedRow, saveAndReport } from '../../transactions/saving/save-answers';
import {
  answerOf,
  BEGINNING,
  EntryBatch,
  EntryPosition,
  lockTarget,
  nextBatch,
  rowsOf,
} from '../entry-batches';
import { sourceOf } from '../import-source';
import { recordFileBalances } from './file-balances';
import { recordFileHoldings } from './file-holdings';
import { eraseFile } from '../import-files.store';
import {
  countApplied,
  ImportRow,
  insertListed,
  ListedTransaction,
  lockImport,
  readImport,
  updateImport,
} from '../imports.store';

/** Kind of the jobs that store the new entries of files. */
export const FILE_APPLICATIONS = 'file-applications';

interface Cursor {
  readonly after: EntryPosition;
}

type ApplyJob = Job<object, Cursor>;

/** The number of users whose imports one process applies at the same time. */
const AT_ONCE = 2;
const ATTEMPTS_MAX = 3;

/**
 * Applies imports in batches. Each batch commits its rows, their events, the list of added rows and the position in one
 * transaction; after a crash the next process continues behind the last batch.
 */
@Injectable()
export class ApplyJobs implements JobKind<object, Cursor> {
  readonly kind = FILE_APPLICATIONS;
  readonly atOnce = AT_ONCE;
  readonly attemptsMax = ATTEMPTS_MAX;

  constructor(
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
    @Inject(JobRunner) jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  step(job: ApplyJob): Promise<Progress> {
    return job.save((tx) => this.apply(tx, job));
  }

  /** Entries that were stored before the failure stay, and can be undone. */
  async fail(tx: Tx, job: ApplyJob): Promise<void> {
    await fail(tx, job.key, 'Storing the entries failed; the log says why.');
  }

  private async apply(tx: Tx, job: ApplyJob): Promise<Next<Cursor>> {
    const row = await readImport(tx, job.key);
    if (row?.status !== 'APPLYING') return 'done';
    const batch = await nextBatch(tx, row.id, job.cursor?.after ?? BEGINNING);
    if (!batch) {
      await this.finish(tx, row, job.trace);
      return 'done';
    }
    if (await this.store(tx, job, row, batch)) return { cursor: { after: batch.end } };
    await fail(tx, row.id, 'An account that the entries go to was removed.');
    return 'done';
  }

  private async store(tx: Tx, job: ApplyJob, row: ImportRow, batch: EntryBatch): Promise<boolean> {
    const accountId = row.accounts[batch.account]?.financial_account_id ?? null;
    // Accounts are locked before imports, in all code that locks both.
    const target = accountId === null ? null : await lockTarget(tx, accountId);
    if (!target || target.userId !== row.user_id) return false;
    const file = sourceOf(row, batch.account);
    if (!file) return false;
    const rows = rowsOf(batch, target.config, target.currency, file.ids).flatMap((one) => one ?? []);
    const options = { today: utcDay(Date.now()), amountTolerance: this.config.sync.amountTolerance };
    const read = { ...answerOf(batch, target, rows, file), trace: job.trace };
    const { events, saved } = await saveAndReport(tx, [read], options);
    await appendToOutbox(tx, events);
    const added = saved.flatMap((one) => one.added);
    const found = saved.flatMap((one) => one.known);
    // The listed rows are compared with the next file. Rows that existed before stay if the added ones are undone.
    await insertListed(tx, row.id, added.map(toListed), found.map(toListed));
    await countApplied(tx, row.id, batch.entries.length, added.length);
    if (target.config.enrichment.enabled && added.length > 0) {
      await scheduleEnrichment(tx, target.id);
    }
    return true;
  }

  /** Stores the balances last, because they are those after the entries. */
  private async finish(tx: Tx, applied: ImportRow, trace: ApplyJob['trace']): Promise<void> {
    const { id } = applied;
    await appendToOutbox(tx, await recordFileBalances(tx, applied, trace));
    await appendToOutbox(tx, await recordFileHoldings(tx, applied, trace));
    const row = await lockImport(tx, id);
    if (!row) return;
    await eraseFile(tx, id);
    await updateImport(tx, id, { status: 'APPLIED', applied_at: new Date() });
  }
}

function toListed({ id, row: { listed } }: SavedRow): ListedTransaction {
  return { id, bankId: listed?.bankId ?? null, balance: listed?.balance ?? null };
}

async function fail(tx: Tx, id: number | string, error: string): Promise<void> {
  if (!(await lockImport(tx, id))) return;
  await eraseFile(tx, id);
  await updateImport(tx, id, { status: 'FAILED', error });
}
