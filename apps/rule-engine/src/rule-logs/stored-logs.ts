import { Caller } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import type { LogTable } from '@tributary/service';
import { StoredLog } from './undo-decision';

/** What `LOG_RETENTION_DAYS` may bound. What was undone stays so: that is kept with the transaction. */
export const LOGS: readonly LogTable[] = [{ table: 'rule_logs', writtenAt: 'created_at' }];

const LOG_SQL = `
  select id, kind, rule_id as "ruleId", action_id as "actionId", action_type as "actionType",
         transaction_id as "transactionId", account_id as "accountId", user_id as "userId",
         transfer_link_id as "transferLinkId", field_name as "fieldName",
         previous_value as "previousValue", new_value as "newValue", undone
    from rule_logs`;

/** Those of the logs that are the caller's own, of accounts that the caller may see. */
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

/** All logs of the transactions, oldest first. */
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

/** Records that the logs were undone. */
export async function markUndone(tx: Tx, ids: readonly number[]): Promise<void> {
  await tx.execute('update rule_logs set undone = true where id = any($1::bigint[])', [ids]);
}

/** Keeps what is suppressed on transactions. */
export async function saveSuppressions(
  tx: Tx,
  suppressed: readonly { readonly id: number; readonly suppressions: readonly string[] }[],
): Promise<void> {
  await tx.execute(
    `update shaped_transactions set suppressions = row.suppressions
       from json_to_recordset($1::json) as row(id bigint, suppressions json)
      where transaction_id = row.id`,
    [JSON.stringify(suppressed)],
  );
}
