import { BalanceSnapshottedV1, EventPayload } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

type Snapshot = EventPayload<typeof BalanceSnapshottedV1>;

/** The two numbers that an account shows, of its last sync. */
export const ACCOUNT_BALANCES: ProjectedTable = {
  table: 'account_balances',
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

/** Recorded balances. A removed one has an empty document, so that no late event restores it. */
export const BALANCE_ENTRIES: ProjectedTable = {
  table: 'balance_entries',
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
  const { financialAccountId: account_id, version, userId: user_id, snapshotAt, removed = [] } = snapshot;
  const recorded = snapshot.balances.map(({ id, createdAt, updatedAt, document }) => ({
    account_id,
    id,
    version,
    user_id,
    created_at: createdAt,
    updated_at: updatedAt,
    reference_date: document.reference_date,
    document,
  }));
  const tombstones = removed.map((id) => ({
    account_id,
    id,
    version,
    user_id,
    created_at: snapshotAt,
    updated_at: snapshotAt,
    reference_date: null,
    document: {},
  }));
  return [...recorded, ...tombstones];
}
