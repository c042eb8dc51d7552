import {
  EventPayload,
  Problem,
  ReprocessingUpsertedV1,
  Caller,
  CommandPayload,
  CommandResult,
  ReprocessTransactions,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { lockChosenAccounts } from '../../accounts/chosen-accounts';
import { Providers } from '../../providers/providers';

export type ReprocessingPayload = EventPayload<typeof ReprocessingUpsertedV1>;

/** Kind of the jobs that read kept rows again. */
export const REPROCESSINGS = 'reprocessings';

/** Whose kept rows are read again, in this order. */
export interface Reprocessing {
  readonly accountIds: readonly number[];
}

/** What a step did. */
export interface ReprocessingStep {
  readonly done: number;
  readonly changed: number;
  readonly unreadable: number;
}

/**
 * Begins a reprocessing: leaves its job, and publishes it. The caller holds the accounts' locks.
 * @throws Problem (conflict) where one is open for any of the accounts
 */
export async function beginReprocessing(
  tx: Tx,
  userId: number,
  accountIds: readonly number[],
): Promise<ReprocessingPayload> {
  const open = await findOpenReprocessing(tx, accountIds);
  if (open !== null) {
    throw Problem.conflict(`Reprocessing ${open} of these accounts is not finished; wait until it is.`);
  }
  const [row] = await tx.query<{ id: number }>(
    `insert into reprocessings (user_id, account_ids, transactions_total)
     select $1, $2, (select count(*) from transactions
                      where account_id = any($2::bigint[]) and origin = 'PROVIDER')
     returning id`,
    [userId, accountIds],
  );
  const id = row?.id ?? 0;
  await enqueueJobs(tx, REPROCESSINGS, [{ key: id, userId, payload: { accountIds } }]);
  return announceReprocessing(tx, id);
}

/** A reprocessing of any of the accounts that has not ended; null where there is none. */
async function findOpenReprocessing(tx: Tx, accountIds: readonly number[]): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from reprocessings where finished_at is null and account_ids && $1::bigint[] limit 1',
    [accountIds],
  );
  return row?.id ?? null;
}

/** Saves what a step did, in the transaction that did it. */
export async function saveStep(tx: Tx, id: string, step: ReprocessingStep): Promise<void> {
  await tx.execute(
    `update reprocessings
        set status = 'RUNNING', version = version + 1, updated_at = now(),
            transactions_done = transactions_done + $2, transactions_changed = transactions_changed + $3,
            transactions_unreadable = transactions_unreadable + $4
      where id = $1`,
    [id, step.done, step.changed, step.unreadable],
  );
}

/** Ends it, well or (with an error) badly, and publishes it. */
export async function finishReprocessing(tx: Tx, id: string, error: string | null = null): Promise<void> {
  await tx.execute(
    `update reprocessings
        set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now()
      where id = $1`,
    [id, error === null ? 'DONE' : 'FAILED', error],
  );
  await announceReprocessing(tx, id);
}

interface AnnouncedRow extends Omit<ReprocessingPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ReprocessingPayload['document'], 'finished_at'>;
}

/** Publishes it as it is now. */
export async function announceReprocessing(tx: Tx, id: number | string): Promise<ReprocessingPayload> {
  const [payload] = await readReprocessings(tx, 'id = $1', [id]);
  if (!payload) throw new Error(`reprocessing ${id} is not there`);
  await appendToOutbox(tx, [event(ReprocessingUpsertedV1, payload.id, payload)]);
  return payload;
}

/** Reprocessings in their published form. @param condition what follows `where`, our own text */
export async function readReprocessings(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<ReprocessingPayload[]> {
  const rows = await database.query<AnnouncedRow>(
    `select id, version, user_id as "userId", created_at as "createdAt", updated_at as "updatedAt",
            finished_at as "finishedAt",
            json_build_object('status', status, 'financial_account_ids', account_ids,
              'transactions_total', transactions_total, 'transactions_done', transactions_done,
              'transactions_changed', transactions_changed,
              'transactions_unreadable', transactions_unreadable, 'error', error) as document
       from reprocessings where ${condition}`,
    parameters,
  );
  return rows.map(toPayload);
}

function toPayload({
  createdAt,
  updatedAt,
  finishedAt,
  document,
  ...members
}: AnnouncedRow): ReprocessingPayload {
  return {
    ...members,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    document: { ...document, finished_at: finishedAt?.toISOString() ?? null },
  };
}

/** Leaves a job that reads the kept rows of the chosen accounts again. @throws Problem */
export async function reprocessTransactions(
  tx: Tx,
  providers: Providers,
  caller: Caller,
  payload: CommandPayload<typeof ReprocessTransactions>,
): Promise<CommandResult<typeof ReprocessTransactions>> {
  const accounts = await lockChosenAccounts(tx, caller, payload);
  for (const { provider } of accounts) if (provider !== 'MANUAL') providers.require(provider);
  return beginReprocessing(
    tx,
    caller.userId,
    accounts.map(({ id }) => id),
  );
}
