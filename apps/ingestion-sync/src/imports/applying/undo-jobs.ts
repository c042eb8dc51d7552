import { Inject, Injectable } from '@nestjs/common';
import { groupBy, Caller, CommandResult, Problem, UndoFileImport } from '@tributary/contracts';
import { Job, JobKind, JobRunner, Next, Progress, enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, OutgoingEvent } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { endPairs } from '../../accounts/transfer-pairs/end-pairs';
import { settlementEvents } from '../../transactions/settlement/settlement-events';
import { markPublished } from '../../accounts/transfer-pairs/mark-published';
import { closeDuplicateReviews } from '../../transactions/settlement/under-review';
import { supersedeReviews } from '../../transactions/settlement/write-settlements';
import { removalEvents, transactionEvents } from '../../transactions/transaction-events';
import { removeTransactions, writtenRow } from '../../transactions/write-transactions';
import { removeFileBalances } from './file-balances';
import { removeFileHoldings } from './file-holdings';
import {
  lockImport,
  readImport,
  updateImport,
  lockOwnImport,
  requireStatus,
  toFileImport,
} from '../stored-imports';

/** Kind of the jobs that remove what imports added. */
export const FILE_UNDOS = 'file-undos';

interface Cursor {
  /** The last transaction that is done. */
  readonly after: number;
}

type UndoJob = Job<object, Cursor>;

const BATCH_TRANSACTIONS = 1000;
const ATTEMPTS_MAX = 3;

/** A transaction that the import added, and what became of it. */
interface AddedRow {
  readonly id: number;
  readonly account_id: number;
  /** Untouched: neither the user nor the bank changed it, and it is shown. */
  readonly is_removable: boolean;
  /** Another import, which is not undone, has it too. */
  readonly heir: number | null;
}

/** Removes what an import added, batch by batch, in transactions with the events. */
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

  /** The rest is still there: the user may undo the import again. */
  async fail(tx: Tx, job: UndoJob): Promise<void> {
    if (!(await lockImport(tx, job.key))) return;
    await updateImport(tx, job.key, { status: 'APPLIED', error: 'The undo failed; the log says why.' });
  }

  private async undo(tx: Tx, job: UndoJob): Promise<Next<Cursor>> {
    const row = await readImport(tx, job.key);
    if (row?.status !== 'UNDOING') return 'done';
    const ids = await nextAdded(tx, row.id, job.cursor?.after ?? 0);
    const last = ids.at(-1);
    if (last === undefined) {
      await appendToOutbox(tx, await removeFileBalances(tx, row, job.trace));
      await appendToOutbox(tx, await removeFileHoldings(tx, row, job.trace));
      await tx.execute('delete from file_import_transactions where import_id = $1', [row.id]);
      await updateImport(tx, row.id, { status: 'UNDONE', error: null });
      return 'done';
    }
    const owners = await lockAccountsOf(tx, ids);
    const added = await readAdded(tx, row.id, ids);
    await inherit(tx, added);
    const removable = added.filter(({ is_removable, heir }) => is_removable && heir === null);
    await appendToOutbox(tx, await remove(tx, job, owners, removable));
    await tx.execute(
      `update file_imports set entries_done = entries_done + $2, transactions_removed = transactions_removed + $3,
              transactions_kept = transactions_kept + $4, updated_at = now() where id = $1`,
      [row.id, ids.length, removable.length, ids.length - removable.length],
    );
    await tx.execute(
      'delete from file_import_transactions where import_id = $1 and transaction_id = any($2::bigint[])',
      [row.id, ids],
    );
    return { cursor: { after: last } };
  }
}

async function nextAdded(tx: Tx, importId: number, after: number): Promise<number[]> {
  const rows = await tx.query<{ id: number }>(
    `select transaction_id as id from file_import_transactions
      where import_id = $1 and added and transaction_id > $2 order by transaction_id limit ${BATCH_TRANSACTIONS}`,
    [importId, after],
  );
  return rows.map(({ id }) => id);
}

/** Users by account. */
async function lockAccountsOf(tx: Tx, ids: readonly number[]): Promise<Map<number, number>> {
  const rows = await tx.query<{ id: number; user_id: number }>(
    `select id, user_id from financial_accounts
      where id in (select account_id from transactions where id = any($1::bigint[])) order by id for update`,
    [ids],
  );
  return new Map(rows.map(({ id, user_id }) => [id, user_id]));
}

/** A transaction stays if the bank sent it as well, or the user edited, split, merged or paired it. */
function readAdded(tx: Tx, importId: number, ids: readonly number[]): Promise<AddedRow[]> {
  return tx.query<AddedRow>(
    `select t.id, t.account_id,
            t.origin = 'FILE' and t.state = 'LIVE' and t.edits is null and t.split is null
              and not exists (select from transactions m where m.merged_into = t.id)
              and not exists (select from settlements s
                               where s.account_id = t.account_id and s.status in ('MERGED', 'ACCEPTED')
                                 and t.id in (s.kept_transaction_id, s.pending_transaction_id, s.booked_transaction_id))
              and not exists (select from transfer_pairs p
                               where p.status = 'CONFIRMED' and p.outgoing_transaction_id = t.id)
              and not exists (select from transfer_pairs p
                               where p.status = 'CONFIRMED' and p.incoming_transaction_id = t.id) as is_removable,
            (select f.import_id from file_import_transactions f join file_imports i on i.id = f.import_id
              where f.transaction_id = t.id and f.import_id <> $1 and i.status in ('APPLYING', 'APPLIED')
              order by f.import_id limit 1) as heir
       from transactions t where t.id = any($2::bigint[]) order by t.id`,
    [importId, ids],
  );
}

/** A transaction that another import has too is that one's from now on. */
async function inherit(tx: Tx, added: readonly AddedRow[]): Promise<void> {
  const inherited = added.filter(({ heir }) => heir !== null);
  if (inherited.length === 0) return;
  await tx.execute(
    `with moved as (
       update file_import_transactions f set added = true
         from unnest($1::bigint[], $2::bigint[]) as r(import_id, transaction_id)
        where f.import_id = r.import_id and f.transaction_id = r.transaction_id
       returning f.import_id
     )
     update file_imports i set transactions_added = transactions_added + m.count
       from (select import_id, count(*)::int as count from moved group by import_id) m where i.id = m.import_id`,
    [inherited.map(({ heir }) => heir), inherited.map(({ id }) => id)],
  );
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

/** Begins to remove what an import added. @throws Problem */
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
