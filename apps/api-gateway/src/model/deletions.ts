import { AccountDeletedV1, WebhookEndpointDeletedV1 } from '@tributary/contracts';
import { ModelTx } from './model-writes';
import { ACCOUNTS, tombstone, WEBHOOK_ENDPOINTS } from './projections/resources.projection';
import { project, ProjectedEvent } from './projections/project';
import { DELETED_AMONG } from './stores/accounts.store';
import { deleteDeliveriesTo, deleteEventsOfDeleted } from './stores/webhooks.store';
import { QueryModelTable } from './tables';
import { holdUsers } from './user-locks';

/** Tables whose rows belong to accounts and are deleted with them. */
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
] as const satisfies readonly QueryModelTable[];

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
    await tx.execute(`delete from ${table} where account_id in (${DELETED_AMONG})`, [ids]);
  }
  await deleteEventsOfDeleted(tx, ids);
}

/** Replaces the endpoints by tombstones and erases their deliveries. */
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
  await deleteDeliveriesTo(
    tx,
    deletions.map(({ payload }) => payload.id),
  );
}
