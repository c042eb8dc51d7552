import { ActionType, Caller, RULE_LOG_KINDS, RuleLogEntry } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import type { LogTable, UserTable } from '@tributary/service';

/** A stored log. */
export interface StoredLog {
  readonly id: number;
  readonly kind: (typeof RULE_LOG_KINDS)[number];
  readonly ruleId: number;
  readonly actionId: number | null;
  readonly actionType: ActionType | null;
  readonly transactionId: number;
  readonly accountId: number;
  readonly userId: number;
  /** Null for a rule of the account itself. */
  readonly transferLinkId: number | null;
  readonly fieldName: string | null;
  readonly previousValue: string | null;
  readonly newValue: string | null;
  readonly undone: boolean;
}

/**
 * The table whose rows are deleted after `LOG_RETENTION_DAYS`. An effect that a user undid stays suppressed after its
 * log is deleted, because the suppression is stored with the transaction.
 */
export const LOGS: readonly LogTable[] = [{ table: 'rule_logs', since: 'created_at' }];

const LOG_SQL = `
  select id, kind, rule_id as "ruleId", action_id as "actionId", action_type as "actionType",
         transaction_id as "transactionId", account_id as "accountId", user_id as "userId",
         transfer_link_id as "transferLinkId", field_name as "fieldName",
         previous_value as "previousValue", new_value as "newValue", undone
    from rule_logs`;

/** Returns the logs among these ids that belong to the caller's user, and to accounts that the caller may see. */
export async function findOwnLogs(
  database: Queryable,
  { userId, accountIds }: Caller,
  ids: readonly number[],
): Promise<StoredLog[]> {
  return database.query<StoredLog>(
    `${LOG_SQL} where id = any($1::bigint[]) and user_id = $2
       and ($3::bigint[] is null or account_id = any($3::bigint[]))`,
    [ids, userId, accountIds],
  );
}

/** Returns all logs of the transactions, oldest first. */
export async function logsOfTransactions(
  database: Queryable,
  accountIds: readonly number[],
  transactionIds: readonly number[],
): Promise<StoredLog[]> {
  return database.query<StoredLog>(
    `${LOG_SQL} where account_id = any($1::bigint[]) and transaction_id = any($2::bigint[]) order by id`,
    [accountIds, transactionIds],
  );
}

/** Marks the logs as undone. */
export async function markUndone(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute('update rule_logs set undone = true where id = any($1::bigint[])', [ids]);
}

/**
 * Inserts logs and returns their ids in the order of `rows`. The statement assigns ids by `position`, so the smallest id
 * belongs to the first row.
 * @param rows for each log a JSON object: the members of a `RuleLogEntry`, `accountId`, `userId`, and `position`, its
 *   index in `rows`
 */
export async function insertLogs(tx: Tx, rows: readonly string[]): Promise<number[]> {
  const inserted = await tx.query<{ id: number }>(
    `insert into rule_logs (kind, rule_id, action_id, action_type, transaction_id, account_id, user_id,
                            transfer_link_id, field_name, previous_value, new_value, error, created_at, undoes)
     select kind, "ruleId", "actionId", "actionType", "transactionId", "accountId", "userId",
            "transferLinkId", "fieldName", "previousValue", "newValue", error, "createdAt", undoes
       from json_to_recordset($1::json) as log(
            kind text, "ruleId" bigint, "actionId" bigint, "actionType" text, "transactionId" bigint,
            "accountId" bigint, "userId" bigint, "transferLinkId" bigint, "fieldName" text,
            "previousValue" text, "newValue" text, error text, "createdAt" timestamptz, undoes bigint,
            position integer)
      order by position
     returning id`,
    [`[${rows.join(',')}]`],
  );
  return inserted.map(({ id }) => id).sort((a, b) => a - b);
}

/** Deletes all logs of the accounts. */
export async function deleteLogsOfAccounts(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.execute(`delete from rule_logs where account_id = any($1::bigint[])`, [accountIds]);
}

/** A row of `ALL_LOGS`: a log as it is published again. */
export interface LogRow extends Omit<RuleLogEntry, 'createdAt'> {
  readonly accountId: number;
  readonly userId: number;
  readonly createdAt: Date;
}

/** The SQL with which a replay counts all logs, and reads the next ones after an id. */
export const ALL_LOGS = {
  totalSql: 'select count(*) as count from rule_logs',
  nextRowsQuery: `select id, kind, rule_id as "ruleId", action_id as "actionId", action_type as "actionType",
                transaction_id as "transactionId", transfer_link_id as "transferLinkId",
                field_name as "fieldName", previous_value as "previousValue", new_value as "newValue", error,
                created_at as "createdAt", undoes, account_id as "accountId", user_id as "userId"
           from rule_logs where id > $1 order by id limit $2`,
} as const;

/** Describes the table for exports and erasures of a user's data. */
export const RULE_LOGS_TABLE: UserTable = {
  table: 'rule_logs',
  rowsOfUserSql: 't.user_id = $1',
  exportAs: { kind: 'rule_logs' },
};
