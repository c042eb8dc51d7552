import { AccountDeletedV1 } from '@tributary/contracts';
import { ModelTx, Told } from './model-writes';
import { ACCOUNTS, tombstone } from './resources.projection';
import { project } from './project';

/** What belongs to accounts, and goes with them. */
export const TABLES_OF_ACCOUNTS = [
  'transactions',
  'transaction_counts',
  'settlements',
  'account_balances',
  'balance_entries',
  'account_holdings',
  'holdings',
  'rule_logs',
  'transfers',
  'transfer_logs',
  'drift_checks',
  'drift_differences',
] as const;

/**
 * Writers of what belongs to accounts share this lock of the users; a deletion takes it alone. So nothing of an
 * account can slip in beside its deletion, whichever topic it comes by.
 */
export async function shareUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  await lockUsers(tx, userIds, 'pg_advisory_xact_lock_shared');
}

/** For a deletion: nobody else writes of these users until the commit. */
export async function holdUsers(tx: ModelTx, userIds: readonly number[]): Promise<void> {
  await lockUsers(tx, userIds, 'pg_advisory_xact_lock');
}

/** Keeps tombstones of the accounts and erases what belonged to them. */
export async function deleteAccounts(
  tx: ModelTx,
  deletions: readonly Told<typeof AccountDeletedV1>[],
): Promise<void> {
  await holdUsers(
    tx,
    deletions.map(({ payload }) => payload.userId),
  );
  const tombstones = deletions.map(({ payload, occurredAt }) => tombstone(payload, occurredAt));
  await project(tx, ACCOUNTS, tombstones);
  for (const table of TABLES_OF_ACCOUNTS) {
    await tx.execute(
      `delete from ${table}
        where account_id in (select id from accounts where id = any($1::bigint[]) and deleted)`,
      [deletions.map(({ payload }) => payload.id)],
    );
  }
  await tx.execute(
    `delete from webhook_events where type <> 'account.deleted'
        and account_id in (select id from accounts where id = any($1::bigint[]) and deleted)`,
    [deletions.map(({ payload }) => payload.id)],
  );
}

async function lockUsers(
  tx: ModelTx,
  userIds: readonly number[],
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
): Promise<void> {
  const sorted = [...new Set(userIds)].sort((a, b) => a - b);
  await tx.query(
    `select ${lock}(hashtextextended(current_schema() || ':user:' || id, 0)) from unnest($1::bigint[]) as id`,
    [sorted],
  );
}
