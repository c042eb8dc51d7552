import { traceHeaders, traceOf } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';

/** A reprocessing that this process holds the lease of. */
export interface LeasedReprocessing {
  readonly id: number;
  readonly accountIds: readonly number[];
  readonly trace: ReturnType<typeof traceOf>;
  readonly leaseToken: string;
}

/** How far a reprocessing is. */
export interface ReprocessingProgress {
  /** 1-based place of the account that is worked on, and its last transaction that is done. */
  readonly accountPlace: number;
  readonly cursor: number;
}

/** Where it stands after a step, and what the step did. */
export interface ReprocessingStep extends ReprocessingProgress {
  readonly done: number;
  readonly changed: number;
  readonly unreadable: number;
}

/** Leaves a job. The caller holds the accounts' locks, and has seen that none is open for them. */
export async function insertReprocessing(
  tx: Tx,
  userId: number,
  accountIds: readonly number[],
): Promise<{ id: number; total: number }> {
  const [row] = await tx.query<{ id: number; total: number }>(
    `insert into reprocessings (user_id, account_ids, transactions_total, trace)
     select $1, $2, (select count(*) from transactions
                      where account_id = any($2::bigint[]) and origin = 'PROVIDER'), $3
     returning id, transactions_total as total`,
    [userId, accountIds, traceHeaders()],
  );
  if (!row) throw new Error('a reprocessing that was inserted is not told of');
  return row;
}

/** A reprocessing of any of the accounts that has not ended; null where there is none. */
export async function findOpenReprocessing(tx: Tx, accountIds: readonly number[]): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from reprocessings where finished_at is null and account_ids && $1::bigint[] limit 1',
    [accountIds],
  );
  return row?.id ?? null;
}

/** Takes the oldest reprocessing that nobody works on; null where there is none. */
export async function leaseReprocessing(
  database: Queryable,
  leaseMs: number,
): Promise<LeasedReprocessing | null> {
  const leaseToken = randomUUID();
  const [job] = await database.query<
    Omit<LeasedReprocessing, 'trace' | 'leaseToken'> & { trace: Record<string, string> }
  >(
    `update reprocessings set lease_token = $1, lease_until = now() + make_interval(secs => $2)
      where id = (select id from reprocessings
                   where finished_at is null and (lease_until is null or lease_until < now())
                   order by id limit 1 for update skip locked)
     returning id, account_ids as "accountIds", trace`,
    [leaseToken, leaseMs / 1000],
  );
  return job ? { ...job, trace: traceOf(job.trace), leaseToken } : null;
}

/** How far it is, locked; null where the lease was lost: it ended, or went to another process. */
export async function lockProgress(tx: Tx, job: LeasedReprocessing): Promise<ReprocessingProgress | null> {
  const [row] = await tx.query<ReprocessingProgress>(
    `select account_place as "accountPlace", cursor from reprocessings
      where id = $1 and lease_token = $2 and finished_at is null for update`,
    [job.id, job.leaseToken],
  );
  return row ?? null;
}

/** The account that is worked on, unlocked; null where all are done. */
export async function peekAccount(tx: Tx, job: LeasedReprocessing): Promise<number | null> {
  const [row] = await tx.query<{ place: number }>(
    'select account_place as place from reprocessings where id = $1',
    [job.id],
  );
  return job.accountIds[(row?.place ?? 0) - 1] ?? null;
}

/** Notes what was done, in the transaction that did it, and keeps the lease. */
export async function noteStep(
  tx: Tx,
  job: LeasedReprocessing,
  step: ReprocessingStep,
  leaseMs: number,
): Promise<void> {
  await tx.execute(
    `update reprocessings
        set status = 'RUNNING', updated_at = now(), account_place = $2, cursor = $3,
            transactions_done = transactions_done + $4, transactions_changed = transactions_changed + $5,
            transactions_unreadable = transactions_unreadable + $6,
            lease_until = now() + make_interval(secs => $7)
      where id = $1`,
    [job.id, step.accountPlace, step.cursor, step.done, step.changed, step.unreadable, leaseMs / 1000],
  );
}

/** Ends it, well or (with an error) badly. Nothing where the lease was lost. */
export async function finishReprocessing(
  database: Queryable,
  job: LeasedReprocessing,
  error: string | null = null,
): Promise<void> {
  await database.execute(
    `update reprocessings
        set status = $3, error = $4, updated_at = now(), finished_at = now(), lease_token = null, lease_until = null
      where id = $1 and lease_token = $2`,
    [job.id, job.leaseToken, error === null ? 'DONE' : 'FAILED', error],
  );
}

/** Lets another process go on at once. */
export async function releaseReprocessing(database: Queryable, job: LeasedReprocessing): Promise<void> {
  await database.execute(
    'update reprocessings set lease_token = null, lease_until = null where id = $1 and lease_token = $2',
    [job.id, job.leaseToken],
  );
}
