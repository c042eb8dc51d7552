import { Inject, Injectable } from '@nestjs/common';
import { FileEntryKind } from '@tributary/contracts';
import { Job, JobKind, JobRunner, Next, Progress } from '@tributary/jobs';
import { Database, Queryable, Tx } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { utcDay } from '@tributary/money';
import { INGESTION_CONFIG, type IngestionSyncConfig } from '../../ingestion-sync.config';
import { previewAnswers } from '../../transactions/saving/save-answers';
import { findSavedReading } from '../saved-readings.store';
import { StatementProblem } from '../formats/statement-problem';
import {
  answerOf,
  BEGINNING,
  EntryBatch,
  EntryPosition,
  markKinds,
  nextBatch,
  readTarget,
  repeatsIds,
  rowsOf,
} from '../entry-batches';
import { sourceOf } from '../import-source';
import {
  clearBalances,
  countKinds,
  eraseEntries,
  pieceContext,
  readPiece,
  stageEntries,
} from '../import-files.store';
import { ImportRow, lockImport, readImport, updateImport } from '../imports.store';
import { failImport } from '../stored-imports';
import { ChosenReading, DetectedFile, KnownReading } from './file-reading';
import { ParsedAccounts, parseInWorker } from './file-worker';
import { countAccounts } from './judge-ids';
import { matchAccounts } from './match-accounts';

/** Kind of the jobs that parse files and compare their entries with the stored transactions. */
export const FILE_READINGS = 'file-readings';

export interface FileReading {
  /** True to parse the file, false to compare the stored entries again. */
  readonly parse: boolean;
}

interface Cursor {
  readonly after: EntryPosition;
}

type ReadingJob = Job<FileReading, Cursor>;

/** The results about a file so far. */
interface Found {
  file?: DetectedFile;
  how?: ChosenReading;
  stored: number;
}

/** The number of users whose files one process reads at the same time. */
const AT_ONCE = 2;
const ATTEMPTS_MAX = 3;

/** Creates previews: parses a file, then compares its entries with the stored transactions in batches. */
@Injectable()
export class ReadingJobs implements JobKind<FileReading, Cursor> {
  readonly kind = FILE_READINGS;
  readonly atOnce = AT_ONCE;
  readonly attemptsMax = ATTEMPTS_MAX;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(SecretBox) private readonly box: SecretBox,
    @Inject(INGESTION_CONFIG) private readonly config: IngestionSyncConfig,
    @Inject(JobRunner) jobs: JobRunner,
  ) {
    jobs.add(this);
  }

  async step(job: ReadingJob): Promise<Progress> {
    if (job.cursor !== null)
      return job.save((tx) => this.compare(tx, job.key, job.cursor?.after ?? BEGINNING));
    if (!job.payload.parse) return job.save((tx) => this.beginComparing(tx, job.key));
    return this.parse(job);
  }

  fail(tx: Tx, job: ReadingJob): Promise<void> {
    return failImport(tx, job.key, 'The file could not be read; the log says why.');
  }

  private async parse(job: ReadingJob): Promise<Progress> {
    const begun = await this.beginReading(job);
    if (!begun) return job.save(() => Promise.resolve('done'));
    const found: Found = { stored: 0 };
    try {
      const parsed = await parseInWorker({
        fileName: begun.file_name,
        how: { csv: begun.csv, qif: begun.qif },
        pieces: readPieces(this.database, this.box, begun.id),
        signal: job.signal,
        known: (file) => {
          found.file = file;
          return this.knownHow(begun, file);
        },
        chosen: (how) => {
          found.how = how;
        },
        store: async (entries) => {
          const run = { importId: begun.id, reading: job.lease.fence };
          if (!(await stageEntries(this.database, run, found.stored, entries)))
            throw new StatementProblem(REPLACED);
          found.stored += entries.length;
        },
      });
      return await job.save((tx) => this.saveParsed(tx, begun, { ...found, ...parsed }));
    } catch (error) {
      if (!(error instanceof StatementProblem)) throw error;
      return job.save(async (tx) => {
        const row = await lockImport(tx, job.key);
        if (row?.status === 'READING') await this.refuse(tx, row, found, error.message);
        return 'done';
      });
    }
  }

  /** Returns how the user's last file of this kind was read, unless the user corrected this one. */
  private async knownHow(begun: ImportRow, { csv, qif, shape }: DetectedFile): Promise<KnownReading | null> {
    if (begun.csv !== null || begun.qif !== null || (csv ?? qif) === null) return null;
    return findSavedReading(this.database, begun.user_id, shape);
  }

  /** Refuses a file. A wrongly read CSV file stays, so that the user can correct how it is read. */
  private async refuse(tx: Tx, row: ImportRow, { file, how }: Found, reason: string): Promise<void> {
    if (!file?.csv) return failImport(tx, row.id, reason);
    await updateImport(tx, row.id, {
      status: 'READY',
      format: 'CSV',
      csv: how?.csv ?? file.csv,
      certainty: how?.certainty ?? file.certainty,
      questions: [...(how?.questions ?? file.questions)],
      csv_sample: file.sample.map((cells) => [...cells]),
      csv_shape: file.shape,
      error: reason,
      accounts: [],
      entries_new: 0,
      entries_known: 0,
      entries_doubtful: 0,
      entries_left_out: 0,
      entries_unreadable: 0,
    });
  }

  private beginReading(job: ReadingJob): Promise<ImportRow | null> {
    return this.database.transaction(async (tx) => {
      const row = await lockImport(tx, job.key);
      if (row?.status !== 'READING') return null;
      await eraseEntries(tx, row.id);
      return updateImport(tx, row.id, {
        reading: job.lease.fence,
        entries_done: 0,
        entries_total: 0,
        error: null,
      });
    });
  }

  private async saveParsed(tx: Tx, begun: ImportRow, found: ParsedAccounts & Found): Promise<Next<Cursor>> {
    const row = await lockImport(tx, begun.id);
    if (row?.status !== 'READING' || !found.file) return 'done';
    const known = await updateImport(tx, row.id, {
      format: found.file.format,
      csv: found.how?.csv ?? null,
      qif: found.how?.qif ?? null,
      certainty: found.how?.certainty ?? null,
      questions: [...(found.how?.questions ?? [])],
      csv_sample: found.sample.map((cells) => [...cells]),
      csv_shape: found.file.shape,
      digest: found.digest,
      holdings: found.accounts.map(({ holdings }) => holdings),
      entries_total: found.stored,
    });
    const unbalanced = found.accounts.flatMap(({ isBalanced }, index) => (isBalanced ? [] : index));
    if (unbalanced.length > 0) await clearBalances(tx, row.id, unbalanced);
    const accounts = await matchAccounts(tx, known, found.accounts, await countAccounts(tx, row.id));
    await updateImport(tx, row.id, { accounts });
    return this.beginComparing(tx, row.id);
  }

  private async beginComparing(tx: Tx, id: number | string): Promise<Next<Cursor>> {
    const row = await lockImport(tx, id);
    if (row?.status !== 'READING') return 'done';
    await updateImport(tx, id, { entries_done: 0 });
    return { cursor: { after: BEGINNING } };
  }

  private async compare(tx: Tx, id: string, after: EntryPosition): Promise<Next<Cursor>> {
    const row = await readImport(tx, id);
    if (row?.status !== 'READING') return 'done';
    const batch = await nextBatch(tx, row.id, after);
    if (!batch) {
      await this.finish(tx, row);
      return 'done';
    }
    await markKinds(tx, row.id, batch, await this.kindsOf(tx, row, batch));
    await updateImport(tx, id, { entries_done: row.entries_done + batch.entries.length });
    return { cursor: { after: batch.end } };
  }

  /**
   * Compares a batch with the stored transactions. Returns the positions of entries that are stored already, that
   * repeat another entry's id, and that may be stored.
   */
  private async kindsOf(
    tx: Tx,
    row: ImportRow,
    batch: EntryBatch,
  ): Promise<ReadonlyMap<number, 'known' | 'doubtful'>> {
    const accountId = row.accounts[batch.account]?.financial_account_id ?? null;
    const target = accountId === null ? null : await readTarget(tx, accountId);
    // An empty account has no known entries, so no comparison is needed.
    const file = sourceOf(row, batch.account);
    if (!target || !file || (!target.hasTransactions && !repeatsIds(batch))) return new Map();
    const rows = rowsOf(batch, target.config, target.currency, file.ids);
    const options = { today: utcDay(Date.now()), amountTolerance: this.config.sync.amountTolerance };
    const fresh = await previewAnswers(
      tx,
      answerOf(
        batch,
        target,
        rows.flatMap((one) => one ?? []),
        file,
      ),
      options,
    );
    return new Map(
      batch.entries.flatMap(({ position }, index): [number, 'known' | 'doubtful'][] => {
        const kind = rows[index] ? (fresh.get(rows[index]) ?? 'known') : 'known';
        return kind === 'new' ? [] : [[position, kind]];
      }),
    );
  }

  private async finish(tx: Tx, { id }: ImportRow): Promise<void> {
    await lockImport(tx, id);
    const rows = await countKinds(tx, id);
    const count = (wanted: FileEntryKind) => rows.find(({ kind }) => kind === wanted)?.count ?? 0;
    await updateImport(tx, id, {
      status: 'READY',
      entries_new: count('new'),
      entries_known: count('known'),
      entries_doubtful: count('doubtful'),
      entries_left_out: count('left_out'),
      entries_unreadable: count('unreadable'),
    });
  }
}

/** Yields the parts of a file in order, one at a time. */
async function* readPieces(
  database: Queryable,
  box: SecretBox,
  importId: number,
): AsyncGenerator<Uint8Array, undefined> {
  for (let index = 0; ; index += 1) {
    const sealed = await readPiece(database, importId, index);
    if (sealed === undefined) return undefined;
    yield Buffer.from(box.open(sealed, pieceContext(String(importId), String(index))), 'base64');
  }
}

const REPLACED = 'Another reading of the file has begun.';
