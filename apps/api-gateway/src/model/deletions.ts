import { AccountDeletedV1, WebhookEndpointDeletedV1 } from '@tributary/contracts';
import { ModelTx } from './model-writes';
import { ACCOUNTS, tombstone, WEBHOOK_ENDPOINTS } from './projections/resources.projection';
import { project, ProjectedEvent } from './projections/project';
import { holdUsers } from './user-locks';

/** What belongs to accounts, and is deleted with them. */
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

/** Stores tombstones of the accounts and erases their data. */
export async function deleteAccounts(
  tx: ModelTx,
  deletions: readonly ProjectedEvent<typeof AccountDeletedV1>[],
): Promise<void> {
  await holdUsers(
    tx,
    deletions.map(({ payload }) => payload.userId),
  );
  const tombstones = deletions.map(({ payload, occurredAt }) => tombstone(payload, occurredAt));
  await project(tx, ACCOUNTS, tombstones);
  const ids = deletions.map(({ payload }) => payload.id);
  for (const table of TABLES_OF_ACCOUNTS) {
    await tx.execute(
      `delete from ${table}
        where account_id in (select id from accounts where id = any($1::bigint[]) and deleted)`,
      [ids],
    );
  }
  await tx.execute(
    `delete from webhook_events where type <> 'account.deleted'
        and account_id in (select id from accounts where id = any($1::bigint[]) and deleted)`,
    [ids],
  );
}

/** Keeps tombstones of the endpoints and erases their deliveries. */
export async function deleteEndpoints(
  tx: ModelTx,
  deletions: readonly ProjectedEvent<typeof WebhookEndpointDeletedV1>[],
): Promise<void> {
  await holdUsers(
    tx,
    deletions.map(({ payload }) => payload.userId),
  );
  const tombstones = deletions.map(({ payload, occurredAt }) => tombstone(payload, occurredAt));
  await project(tx, WEBHOOK_ENDPOINTS, tombstones);
  const ids = deletions.map(({ payload }) => payload.id);
  await tx.execute('delete from webhook_deliveries where endpoint_id = any($1::bigint[])', [ids]);
  await tx.execute('delete from webhook_attempts where endpoint_id = any($1::bigint[])', [ids]);
}
