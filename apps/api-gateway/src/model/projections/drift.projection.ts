import { DriftCheckUpsertedV1, EventPayload } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

type DriftCheck = EventPayload<typeof DriftCheckUpsertedV1>;

export const DRIFT_CHECKS: ProjectedTable = {
  table: 'drift_checks',
  key: ['id'],
  columns: {
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    account_id: 'bigint',
    transfer_link_id: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/** Differences that a check found; they never change. */
export const DRIFT_DIFFERENCES: ProjectedTable = {
  table: 'drift_differences',
  key: ['check_id', 'place'],
  columns: {
    check_id: 'bigint',
    place: 'integer',
    user_id: 'bigint',
    account_id: 'bigint',
    kind: 'text',
    transaction_id: 'bigint',
    destination_transaction_id: 'text',
    fields: 'jsonb',
    sent: 'jsonb',
    held: 'jsonb',
  },
  versionColumn: null,
  belongsTo: 'accounts',
};

export function driftCheckRow({ id, version, userId, createdAt, updatedAt, document }: DriftCheck) {
  return {
    id,
    version,
    user_id: userId,
    account_id: document.financial_account_id,
    transfer_link_id: document.transfer_link_id,
    created_at: createdAt,
    updated_at: updatedAt,
    document,
  };
}

export function driftDifferenceRows({ id, userId, document, differences }: DriftCheck) {
  return differences.map((difference) => ({
    check_id: id,
    place: difference.place,
    user_id: userId,
    account_id: document.financial_account_id,
    kind: difference.kind,
    transaction_id: difference.transactionId,
    destination_transaction_id: difference.destinationTransactionId,
    fields: difference.fields,
    sent: difference.sent,
    held: difference.held,
  }));
}

/** A statement that copies the differences of checks that the next model has. */
export function differencesCarriedSql(here: string, next: string): string {
  return `insert into ${next}.drift_differences select t.* from ${here}.drift_differences t
    join ${next}.drift_checks c on c.id = t.check_id on conflict do nothing`;
}
