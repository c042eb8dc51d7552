import { EventPayload, SettlementUpsertedV1 } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

export const SETTLEMENTS: ProjectedTable = {
  table: 'settlements',
  key: ['id'],
  columns: {
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    account_id: 'bigint',
    status: 'text',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/** The rows of a message. */
export function settlementRows(payload: EventPayload<typeof SettlementUpsertedV1>): object[] {
  return payload.settlements.map(({ id, version, createdAt, updatedAt, document }) => ({
    id,
    version,
    user_id: payload.userId,
    account_id: payload.financialAccountId,
    status: document.status,
    created_at: createdAt,
    updated_at: updatedAt,
    document,
  }));
}
