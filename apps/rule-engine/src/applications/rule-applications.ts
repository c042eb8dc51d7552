import {
  ApplicationStatus,
  EventPayload,
  FieldChange,
  RuleApplicationUpsertedV1,
} from '@tributary/contracts';
import { appendToOutbox, event, traceHeaders, traceOf } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { nextJob } from '../shaping/job-turns';

export type ApplicationPayload = EventPayload<typeof RuleApplicationUpsertedV1>;

/** A wish to apply a rule to the stored transactions of accounts. */
export interface ApplicationRequest {
  readonly ruleId: number;
  readonly userId: number;
  readonly dryRun: boolean;
  readonly accountIds: readonly number[];
}

/** An application that this process holds the lease of. */
export interface LeasedApplication {
  readonly id: number;
  readonly ruleId: number;
  readonly dryRun: boolean;
  readonly accountIds: readonly number[];
  readonly trace: ReturnType<typeof traceOf>;
  readonly leaseToken: string;
}

/** How far an application is. */
export interface ApplicationProgress {
  /** 1-based place of the account that is worked on, and its last transaction that is done. */
  readonly accountPlace: number;
  readonly cursor: number;
  readonly changes: readonly FieldChange[];
}

/** Leaves a job. The caller holds the rule's lock, and has seen that none is open for it. */
export async function insertApplication(tx: Tx, request: ApplicationRequest): Promise<ApplicationPayload> {
  const [row] = await tx.query<{ id: number }>(
    `insert into rule_applications (rule_id, user_id, dry_run, account_ids, transactions_total, trace)
     select $1, $2, $3, $4, (select count(*) from shaped_transactions
                              where account_id = any($4::bigint[]) and not removed), $5
     returning id`,
    [request.ruleId, request.userId, request.dryRun, request.accountIds, traceHeaders()],
  );
  return announceApplication(tx, row?.id ?? 0);
}

/** The rule's application that has not ended; null where there is none. */
export async function findOpenApplication(tx: Tx, ruleId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from rule_applications where rule_id = $1 and finished_at is null',
    [ruleId],
  );
  return row?.id ?? null;
}

const NEXT_APPLICATION = nextJob('rule_applications job', 'job.user_id');

/** Takes the application whose turn it is, of those that nobody works on; null where there is none. */
export async function leaseApplication(
  database: Queryable,
  leaseMs: number,
): Promise<LeasedApplication | null> {
  const leaseToken = randomUUID();
  const [job] = await database.query<
    Omit<LeasedApplication, 'trace' | 'leaseToken'> & { trace: Record<string, string> }
  >(
    `update rule_applications
        set lease_token = $1, lease_until = now() + make_interval(secs => $2), turn_at = clock_timestamp()
      where id = (${NEXT_APPLICATION})
     returning id, rule_id as "ruleId", dry_run as "dryRun", account_ids as "accountIds", trace`,
    [leaseToken, leaseMs / 1000],
  );
  return job ? { ...job, trace: traceOf(job.trace), leaseToken } : null;
}

/** How far the job is; null where the lease was lost: the job ended, or went to another process. */
export async function readProgress(tx: Tx, job: LeasedApplication): Promise<ApplicationProgress | null> {
  const [row] = await tx.query<ApplicationProgress>(
    `select account_place as "accountPlace", cursor, changes from rule_applications
      where id = $1 and lease_token = $2 and finished_at is null for update`,
    [job.id, job.leaseToken],
  );
  return row ?? null;
}

/** What one step did. */
export interface ApplicationStep {
  readonly accountPlace: number;
  readonly cursor: number;
  readonly done: number;
  readonly matched: number;
  readonly changed: number;
  readonly changes: readonly FieldChange[];
}

/** Notes what was done, in the transaction that did it, and keeps the lease. */
export async function noteStep(
  tx: Tx,
  job: LeasedApplication,
  step: ApplicationStep,
  leaseMs: number,
): Promise<void> {
  await tx.execute(
    `update rule_applications
        set status = 'RUNNING', version = version + 1, updated_at = now(),
            account_place = $2, cursor = $3, transactions_done = transactions_done + $4,
            transactions_matched = transactions_matched + $5, transactions_changed = transactions_changed + $6,
            changes = $7, lease_until = now() + make_interval(secs => $8)
      where id = $1`,
    [
      job.id,
      step.accountPlace,
      step.cursor,
      step.done,
      step.matched,
      step.changed,
      JSON.stringify(step.changes),
      leaseMs / 1000,
    ],
  );
}

/** Ends the application, well or (with an error) badly. */
export async function finishApplication(
  tx: Tx,
  job: LeasedApplication,
  status: Extract<ApplicationStatus, 'DONE' | 'FAILED'>,
  error: string | null = null,
): Promise<void> {
  await tx.execute(
    `update rule_applications
        set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now(),
            lease_token = null, lease_until = null
      where id = $1`,
    [job.id, status, error],
  );
}

/** Lets another process go on at once. */
export async function releaseApplication(database: Queryable, job: LeasedApplication): Promise<void> {
  await database.execute(
    'update rule_applications set lease_token = null, lease_until = null where id = $1 and lease_token = $2',
    [job.id, job.leaseToken],
  );
}

interface ApplicationRow extends Omit<ApplicationPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ApplicationPayload['document'], 'finished_at'>;
}

/** Publishes the application as it is now. */
export async function announceApplication(tx: Tx, id: number): Promise<ApplicationPayload> {
  const [payload] = await readApplications(tx, 'id = $1', [id]);
  if (!payload) throw new Error(`rule application ${id} is not there`);
  await appendToOutbox(tx, [event(RuleApplicationUpsertedV1, id, payload)]);
  return payload;
}

/** Applications as others hear of them. @param condition what follows `where`, our own text */
export async function readApplications(
  database: Queryable,
  condition: string,
  parameters: readonly unknown[],
): Promise<ApplicationPayload[]> {
  const rows = await database.query<ApplicationRow>(
    `select id, version, user_id as "userId", created_at as "createdAt", updated_at as "updatedAt",
            finished_at as "finishedAt",
            json_build_object('rule_id', rule_id, 'dry_run', dry_run, 'status', status,
              'financial_account_ids', account_ids, 'transactions_total', transactions_total,
              'transactions_done', transactions_done, 'transactions_matched', transactions_matched,
              'transactions_changed', transactions_changed, 'changes', changes, 'error', error) as document
       from rule_applications where ${condition}`,
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
}: ApplicationRow): ApplicationPayload {
  return {
    ...members,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    document: { ...document, finished_at: finishedAt?.toISOString() ?? null },
  };
}
