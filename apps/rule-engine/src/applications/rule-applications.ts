import {
  ApplicationStatus,
  EventPayload,
  FieldChange,
  RuleApplicationUpsertedV1,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';

export type ApplicationPayload = EventPayload<typeof RuleApplicationUpsertedV1>;

/** A request to apply a rule to the stored transactions of accounts. */
export interface ApplicationRequest {
  readonly ruleId: number;
  readonly userId: number;
  readonly dryRun: boolean;
  readonly accountIds: readonly number[];
}

/** Kind of the jobs that apply rules to history. */
export const RULE_APPLICATIONS = 'rule_applications';

/** What a job applies to what. */
export type ApplicationTask = Omit<ApplicationRequest, 'userId'>;

/** Makes an application, and leaves its job. The caller holds the rule's lock, and has seen that none is open for it. */
export async function insertApplication(tx: Tx, request: ApplicationRequest): Promise<ApplicationPayload> {
  const { userId, ...payload } = request;
  const [row] = await tx.query<{ id: number }>(
    `insert into rule_applications (rule_id, user_id, dry_run, account_ids, transactions_total)
     select $1, $2, $3, $4, (select count(*) from shaped_transactions
                              where account_id = any($4::bigint[]) and not removed)
     returning id`,
    [payload.ruleId, userId, payload.dryRun, payload.accountIds],
  );
  const id = row?.id ?? 0;
  await enqueueJobs(tx, RULE_APPLICATIONS, [{ key: id, userId, payload }]);
  return announceApplication(tx, id);
}

/** The rule's application that has not ended; null where there is none. */
export async function findOpenApplication(tx: Tx, ruleId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from rule_applications where rule_id = $1 and finished_at is null',
    [ruleId],
  );
  return row?.id ?? null;
}

/** What one step did. */
export interface ApplicationStep {
  readonly done: number;
  readonly matched: number;
  readonly changed: number;
  readonly locked: number;
  readonly changes: readonly FieldChange[];
}

/** The changes that are kept so far. */
export async function keptChanges(tx: Tx, id: string): Promise<readonly FieldChange[]> {
  const [row] = await tx.query<{ changes: readonly FieldChange[] }>(
    'select changes from rule_applications where id = $1',
    [id],
  );
  return row?.changes ?? [];
}

/** Saves what a step did, in the transaction that did it. */
export async function saveStep(tx: Tx, id: string, step: ApplicationStep): Promise<void> {
  await tx.execute(
    `update rule_applications
        set status = 'RUNNING', version = version + 1, updated_at = now(),
            transactions_done = transactions_done + $2, transactions_matched = transactions_matched + $3,
            transactions_changed = transactions_changed + $4, changes = $5,
            transactions_locked = transactions_locked + $6
      where id = $1`,
    [id, step.done, step.matched, step.changed, JSON.stringify(step.changes), step.locked],
  );
}

/** Ends the application, well or (with an error) badly, and publishes it. */
export async function finishApplication(tx: Tx, id: string, error: string | null): Promise<void> {
  const status: ApplicationStatus = error === null ? 'DONE' : 'FAILED';
  await tx.execute(
    `update rule_applications
        set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now()
      where id = $1`,
    [id, status, error],
  );
  await announceApplication(tx, id);
}

interface ApplicationRow extends Omit<ApplicationPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ApplicationPayload['document'], 'finished_at'>;
}

/** Publishes the application as it is now. */
export async function announceApplication(tx: Tx, id: number | string): Promise<ApplicationPayload> {
  const [payload] = await readApplications(tx, 'id = $1', [id]);
  if (!payload) throw new Error(`rule application ${id} is not there`);
  await appendToOutbox(tx, [event(RuleApplicationUpsertedV1, payload.id, payload)]);
  return payload;
}

/** Applications in their published form. @param condition what follows `where`, our own text */
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
              'transactions_changed', transactions_changed, 'transactions_locked', transactions_locked,
              'changes', changes, 'error', error) as document
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
