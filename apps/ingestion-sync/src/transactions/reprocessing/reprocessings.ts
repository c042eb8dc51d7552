import { EventPayload, Problem, ReprocessingUpsertedV1 } from '@tributary/contracts';
import { appendToOutbox, event, traceHeaders, traceOf } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';

export type ReprocessingPayload = EventPayload<typeof ReprocessingUpsertedV1>;

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

/**
 * Leaves a job, and tells of it. The caller holds the accounts' locks.
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
    `insert into reprocessings (user_id, account_ids, transactions_total, trace)
     select $1, $2, (select count(*) from transactions
                      where account_id = any($2::bigint[]) and origin = 'PROVIDER'), $3
     returning id`,
    [userId, accountIds, traceHeaders()],
  );
  return announceReprocessing(tx, row?.id ?? 0);
}

/** A reprocessing of any of the accounts that has not ended; null where there is none. */
async function findOpenReprocessing(tx: Tx, accountIds: readonly number[]): Promise<number | null> {
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
        set status = 'RUNNING', version = version + 1, updated_at = now(), account_place = $2, cursor = $3,
            transactions_done = transactions_done + $4, transactions_changed = transactions_changed + $5,
            transactions_unreadable = transactions_unreadable + $6,
            lease_until = now() + make_interval(secs => $7)
      where id = $1`,
    [job.id, step.accountPlace, step.cursor, step.done, step.changed, step.unreadable, leaseMs / 1000],
  );
}

/** Ends it, well or (with an error) badly, and tells of it. Nothing where the lease was lost. */
export async function finishReprocessing(
  tx: Tx,
  job: LeasedReprocessing,
  error: string | null = null,
): Promise<void> {
  const ended = await tx.execute(
    `update reprocessings
        set status = $3, error = $4, version = version + 1, updated_at = now(), finished_at = now(), lease_token = null, lease_until = null
      where id = $1 and lease_token = $2`,
    [job.id, job.leaseToken, error === null ? 'DONE' : 'FAILED', error],
  );
  if (ended > 0) await announceReprocessing(tx, job.id);
}

/** Lets another process go on at once. */
export async function releaseReprocessing(database: Queryable, job: LeasedReprocessing): Promise<void> {
  await database.execute(
    'update reprocessings set lease_token = null, lease_until = null where id = $1 and lease_token = $2',
    [job.id, job.leaseToken],
  );
}

interface AnnouncedRow extends Omit<ReprocessingPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ReprocessingPayload['document'], 'finished_at'>;
}

/** Publishes it as it is now. */
export async function announceReprocessing(tx: Tx, id: number): Promise<ReprocessingPayload> {
  const [payload] = await readReprocessings(tx, 'id = $1', [id]);
  if (!payload) throw new Error(`reprocessing ${id} is not there`);
  await appendToOutbox(tx, [event(ReprocessingUpsertedV1, id, payload)]);
  return payload;
}

/** Reprocessings as others hear of them. @param condition what follows `where`, our own text */
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
