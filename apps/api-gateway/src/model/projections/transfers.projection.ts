import { EventPayload, TransferLoggedV1 } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

type Logged = EventPayload<typeof TransferLoggedV1>;

/** The state of each transaction on each link. */
export const TRANSFERS: ProjectedTable = {
  table: 'transfers',
  key: ['transaction_id', 'id'],
  columns: {
    transaction_id: 'bigint',
    id: 'bigint',
    version: 'bigint',
    user_id: 'bigint',
    account_id: 'bigint',
    transfer_link_id: 'bigint',
    status: 'text',
    destination_state: 'text',
  },
  versionColumn: 'version',
  belongsTo: 'accounts',
};

/** Every attempt to send a transaction to a destination; an attempt never changes. */
export const TRANSFER_LOGS: ProjectedTable = {
  table: 'transfer_logs',
  key: ['transaction_id', 'id'],
  columns: {
    transaction_id: 'bigint',
    id: 'bigint',
    user_id: 'bigint',
    account_id: 'bigint',
    transfer_id: 'bigint',
    transfer_link_id: 'bigint',
    operation: 'text',
    succeeded: 'boolean',
    destination_transaction_id: 'text',
    error: 'text',
    attempted_at: 'timestamptz',
    destination_type: 'text',
    destination_id: 'bigint',
  },
  versionColumn: null,
  belongsTo: 'accounts',
};

export function transferRows({ financialAccountId, userId, entries }: Logged) {
  return entries.map((entry) => ({
    transaction_id: entry.transactionId,
    id: entry.transferId,
    version: entry.version,
    user_id: userId,
    account_id: financialAccountId,
    transfer_link_id: entry.transferLinkId,
    status: entry.status,
    destination_state: entry.destinationState ?? null,
  }));
}

export function transferLogRows({ financialAccountId, userId, entries }: Logged) {
  return entries.flatMap(({ attempt, ...entry }) =>
    attempt === null
      ? []
      : [
          {
            transaction_id: entry.transactionId,
            id: attempt.id,
            user_id: userId,
            account_id: financialAccountId,
            transfer_id: entry.transferId,
            transfer_link_id: entry.transferLinkId,
            operation: attempt.operation,
            succeeded: attempt.succeeded,
            destination_transaction_id: attempt.destinationTransactionId,
            error: attempt.error,
            attempted_at: attempt.attemptedAt,
            destination_type: attempt.destinationType ?? null,
            destination_id: attempt.destinationId ?? null,
          },
        ],
  );
}
