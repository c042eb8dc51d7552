import { BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

type Snapshot = EventPayload<typeof BalanceSnapshottedV1>;

/** The two numbers that an account shows, of its last sync. */
export const ACCOUNT_BALANCES: ProjectedTable = {
  name: 'account_balances',
  key: ['account_id'],
  columns: {
    account_id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    snapshot_at: 'timestamptz',
    currency: 'text',
    cleared: 'text',
    available: 'text',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/** Every balance that was recorded. */
export const BALANCE_ENTRIES: ProjectedTable = {
  name: 'balance_entries',
  key: ['account_id', 'id'],
  columns: {
    account_id: 'bigint',
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    reference_date: 'text',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

export function accountBalanceRow(snapshot: Snapshot) {
  return {
    account_id: snapshot.financialAccountId,
    version: snapshot.version,
    user_id: snapshot.userId,
    snapshot_at: snapshot.snapshotAt,
    currency: snapshot.currency,
    cleared: snapshot.cleared,
    available: snapshot.available,
  };
}

export function balanceEntryRows(snapshot: Snapshot) {
  return snapshot.balances.map((balance) => ({
    account_id: snapshot.financialAccountId,
    id: balance.id,
    version: snapshot.version,
    user_id: snapshot.userId,
    created_at: balance.createdAt,
    updated_at: balance.updatedAt,
    reference_date: balance.document.reference_date,
    document: balance.document,
  }));
}
