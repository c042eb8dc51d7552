import { Inject, Injectable } from '@nestjs/common';
import { groupBy, Caller, CommandResult, Problem, UndoFileImport } from '@tributary/contracts';
import { Job, JobKind, JobRunner, Next, Progress, enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { lockOwners } from '../../accounts/accounts.store';
import { endPairs } from '../../transactions/transfer-pairs/end-pairs';
import { settlementEvents } from '../../transactions/settlement/settlement-events';
import { markPublished } from '../../transactions/transfer-pairs/mark-published';
import { AddedRow, readAdded } from '../../transactions/reviews.store';
import { closeDuplicateReviews } from '../../transactions/settlement/under-review';
import { removalEvents, transactionEvents, writtenRow } from '../../transactions/transaction-events';
import { removeFileBalances } from './file-balances';
import { removeFileHoldings } from './file-holdings';
import {
  countUndone,
  deleteListed,
  deleteSomeListed,
  lockImport,
  moveAdded,
  nextAdded,
  otherImportOf,
  readImport,
  updateImport,
} from '../imports.store';
import { lockOwnImport, requireStatus, toFileImport } from '../stored-imports';
import { supersedeReviews } from '../../transactions/settlement/settlements.store';
import { removeTransactions } from '../../transactions/saved-transactions.store';
import { accountIdsOf } from '../../transactions/transactions.store';

/** Kind of the jobs that remove the rows which imports added. */
export const FILE_UNDOS = 'file-undos';

interface Cursor {
  /** The last removed transaction. */
  readonly after: number;
}

type UndoJob = Job<object, Cursor>;

const BATCH_TRANSACTIONS = 1000;
const ATTEMPTS_MAX = 3;

/** Removes the rows of an import in batches, each in one transaction with its events. */
@Injectable()
export class UndoJobs implements JobKind<object, Cursor> {
  readonly kind = FILE_UNDOS;
  readonly attemptsMax = ATTEMPTS_MAX;

  constructor(@Inject(JobRunner) jobs: JobRunner) {
    jobs.add(this);
  }

  step(job: UndoJob): Promise<Progress> {
    return job.save((tx) => this.undo(tx, job));
  }

  /** The remaining rows stay; the user may undo the import again. */
  async fail(tx: Tx, job: UndoJob): Promise<void> {
    if (!(await lockImport(tx, job.key))) return;
    await updateImport(tx, job.key, { status: 'APPLIED', error: 'The undo failed; the log says why.' });
  }

  private async undo(tx: Tx, job: UndoJob): Promise<Next<Cursor>> {
    const row = await readImport(tx, job.key);
    if (row?.status !== 'UNDOING') return 'done';
    const ids = await nextAdded(tx, row.id, job.cursor?.after ?? 0, BATCH_TRANSACTIONS);
    const last = ids.at(-1);
    if (last === undefined) {
      await appendToOutbox(tx, await removeFileBalances(tx, row, job.trace));
      await appendToOutbox(tx, await removeFileHoldings(tx, row, job.trace));
      await deleteListed(tx, row.id);
      await updateImport(tx, row.id, { status: 'UNDONE', error: null });
      return 'done';
    }
    const owners = await lockAccountsOf(tx, ids);
    const added = await readAdded(tx, ids, { sql: otherImportOf('t.id', '$1'), importId: row.id });
    await inherit(tx, added);
    const removable = added.filter(({ is_removable, heir }) => is_removable && heir === null);
    await appendToOutbox(tx, await remove(tx, job, owners, removable));
    await countUndone(tx, row.id, { removed: removable.length, stayed: ids.length - removable.length });
    await deleteSomeListed(tx, row.id, ids);
    return { cursor: { after: last } };
  }
}

/** Returns the users of the locked accounts, by account. */
async function lockAccountsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await lockOwners(tx, accountIdsOf('$1'), [ids]);
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/** Assigns transactions that another import has, too, to that import. */
async function inherit(tx: Tx, added: readonly AddedRow[]): Promise<void> {
  const moved = added.flatMap(({ id, heir }) => (heir === null ? [] : { id, importId: heir }));
  if (moved.length > 0) await moveAdded(tx, moved);
}

async function remove(
  tx: Tx,
  job: UndoJob,
  owners: ReadonlyMap<number, number>,
  rows: readonly AddedRow[],
): Promise<OutgoingEvent[]> {
  const ids = rows.map(({ id }) => id);
  const removed = await removeTransactions(
    tx,
    ids.map((id) => ({ id, state: 'WITHDRAWN' as const })),
  );
  const { settlements, released } = await closeDuplicateReviews(tx, removed);
  const reviews = groupBy(
    [...settlements, ...(await supersedeReviews(tx, ids))],
    ({ account_id }) => account_id,
  );
  const counting = groupBy(await markPublished(tx, released.map(writtenRow)), ({ accountId }) => accountId);
  const ended = await endPairs(tx, ids);
  const byAccount = groupBy(removed, ({ accountId }) => accountId);
  const events = [...byAccount].flatMap(([id, ofAccount]) => {
    const account = { id, userId: owners.get(id) ?? job.userId };
    return [
      ...transactionEvents(account, counting.get(id) ?? [], job.trace),
      ...removalEvents(account, ofAccount, job.trace),
      ...settlementEvents(account, reviews.get(id) ?? [], job.trace),
    ];
  });
  return [...events, ...ended];
}

/**
 * Begins to undo an import.
 * @throws Problem
 */
export async function undoImport(
  tx: Tx,
  caller: Caller,
  importId: number,
): Promise<CommandResult<typeof UndoFileImport>> {
  const row = await lockOwnImport(tx, caller, importId);
  requireStatus(row, ['APPLIED', 'FAILED']);
  if (row.status === 'FAILED' && row.transactions_added === 0) {
    throw Problem.conflict('The import has stored nothing.');
  }
  await enqueueJobs(tx, FILE_UNDOS, [{ key: importId, userId: caller.userId, payload: {} }]);
  const changes = { status: 'UNDOING', entries_done: 0, entries_total: row.transactions_added } as const;
  return toFileImport(await updateImport(tx, importId, changes));
}
