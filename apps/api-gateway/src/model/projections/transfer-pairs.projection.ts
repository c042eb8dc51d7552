import { EventPayload, TransferPairUpsertedV1 } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

/** Pairs belong to a user, not to an account: they relate two accounts, also when one of them is deleted. */
export const TRANSFER_PAIRS: ProjectedTable = {
  table: 'transfer_pairs',
  key: ['id'],
  columns: {
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    status: 'text',
    outgoing_transaction_id: 'bigint',
    outgoing_account_id: 'bigint',
    incoming_transaction_id: 'bigint',
    incoming_account_id: 'bigint',
    created_at: 'timestamptz',
    updated_at: 'timestamptz',
    document: 'jsonb',
  },
  versionColumn: 'version',
  belongsTo: null,
};

/** The row of a pair. */
export function transferPairRow(payload: EventPayload<typeof TransferPairUpsertedV1>): object {
  const { id, version, userId, createdAt, updatedAt, document } = payload;
  return {
    id,
    version,
    user_id: userId,
    status: document.status,
    outgoing_transaction_id: document.outgoing.transaction_id,
    outgoing_account_id: document.outgoing.financial_account_id,
    incoming_transaction_id: document.incoming.transaction_id,
    incoming_account_id: document.incoming.financial_account_id,
    created_at: createdAt,
    updated_at: updatedAt,
    document,
  };
}
