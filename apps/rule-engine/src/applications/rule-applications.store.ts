import {
  ApplicationStatus,
  EventPayload,
  FieldChange,
  RuleApplicationUpsertedV1,
} from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

export type ApplicationPayload = EventPayload<typeof RuleApplicationUpsertedV1>;

/** A request to apply a rule to the stored transactions of accounts. */
export interface ApplicationRequest {
  readonly ruleId: number;
  readonly userId: number;
  readonly dryRun: boolean;
  readonly accountIds: readonly number[];
}

/** @returns its id */
export async function insertRow(tx: Tx, request: ApplicationRequest): Promise<number> {
  const [row] = await tx.query<{ id: number }>(
    `insert into rule_applications (rule_id, user_id, dry_run, account_ids, transactions_total)
     select $1, $2, $3, $4, (select count(*) from shaped_transactions
                              where account_id = any($4::bigint[]) and not removed)
     returning id`,
    [request.ruleId, request.userId, request.dryRun, request.accountIds],
  );
  return row?.id ?? 0;
}

/** Returns the rule's application that has not ended, or null. */
export async function findOpenApplication(tx: Tx, ruleId: number): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(
    'select id from rule_applications where rule_id = $1 and finished_at is null',
    [ruleId],
  );
  return row?.id ?? null;
}

/** The result of one chunk. */
export interface ApplicationStep {
  readonly done: number;
  readonly matched: number;
  readonly changed: number;
  readonly locked: number;
  readonly changes: readonly FieldChange[];
}

/** Returns the changes stored so far. */
export async function storedChanges(tx: Tx, id: string): Promise<readonly FieldChange[]> {
  const [row] = await tx.query<{ changes: readonly FieldChange[] }>(
    'select changes from rule_applications where id = $1',
    [id],
  );
  return row?.changes ?? [];
}

/** Stores the result of a chunk in the chunk's own transaction. */
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

/** Ends the application; `error` is null if it succeeded. */
export async function saveEnd(tx: Tx, id: string, error: string | null): Promise<void> {
  const status: ApplicationStatus = error === null ? 'DONE' : 'FAILED';
  await tx.execute(
    `update rule_applications
        set status = $2, error = $3, version = version + 1, updated_at = now(), finished_at = now()
      where id = $1`,
    [id, status, error],
  );
}

interface ApplicationRow extends Omit<ApplicationPayload, 'createdAt' | 'updatedAt' | 'document'> {
  createdAt: Date;
  updatedAt: Date;
  finishedAt: Date | null;
  document: Omit<ApplicationPayload['document'], 'finished_at'>;
}

const APPLICATION_SQL = `
  select id, version, user_id as "userId", created_at as "createdAt", updated_at as "updatedAt",
         finished_at as "finishedAt",
         json_build_object('rule_id', rule_id, 'dry_run', dry_run, 'status', status,
           'financial_account_ids', account_ids, 'transactions_total', transactions_total,
           'transactions_done', transactions_done, 'transactions_matched', transactions_matched,
           'transactions_changed', transactions_changed, 'transactions_locked', transactions_locked,
           'changes', changes, 'error', error) as document
    from rule_applications`;

/** Returns an application in its published form. */
export async function readApplication(
  database: Queryable,
  id: number | string,
): Promise<ApplicationPayload | undefined> {
  const rows = await database.query<ApplicationRow>(`${APPLICATION_SQL} where id = $1`, [id]);
  return rows.map(fromRow)[0];
}

/** The queries of a replay: count the applications, and read those above an id in their published form. */
export const APPLICATIONS = {
  totalSql: 'select count(*) as count from rule_applications',
  rows: async (database: Queryable, after: number, limit: number): Promise<ApplicationPayload[]> => {
    const rows = await database.query<ApplicationRow>(
      `${APPLICATION_SQL} where id > $1 order by id limit $2`,
      [after, limit],
    );
    return rows.map(fromRow);
  },
} as const;

function fromRow({
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

export const APPLICATIONS_TABLE: UserTable = {
  table: 'rule_applications',
  of: 't.user_id = $1',
  handedOver: { kind: 'rule_applications' },
};
