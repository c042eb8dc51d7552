import { FieldChange, RuleApplicationDocument, RuleApplicationUpsertedV1 } from '@tributary/contracts';
import { TrackedTable } from '@tributary/jobs';
import { event } from '@tributary/messaging';
import { Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';

export const APPLICATIONS: TrackedTable<RuleApplicationDocument> = {
  table: 'rule_applications',
  members: `'rule_id', rule_id, 'dry_run', dry_run, 'status', status,
            'financial_account_ids', account_ids, 'transactions_total', transactions_total,
            'transactions_done', transactions_done, 'transactions_matched', transactions_matched,
            'transactions_changed', transactions_changed, 'transactions_locked', transactions_locked,
            'changes', changes, 'error', error`,
  toEvent: (payload) => event(RuleApplicationUpsertedV1, payload.id, payload),
};

/** SQL: the application is of the rule `$1`. */
export const OF_RULE = 'rule_id = $1';

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

/** Returns the changes stored so far. */
export async function storedChanges(tx: Tx, id: string): Promise<readonly FieldChange[]> {
  const [row] = await tx.query<{ changes: readonly FieldChange[] }>(
    'select changes from rule_applications where id = $1',
    [id],
  );
  return row?.changes ?? [];
}

export async function saveChanges(tx: Tx, id: string, changes: readonly FieldChange[]): Promise<void> {
  await tx.execute('update rule_applications set changes = $2 where id = $1', [id, JSON.stringify(changes)]);
}

export const APPLICATIONS_TABLE: UserTable = {
  table: 'rule_applications',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'rule_applications' },
};
