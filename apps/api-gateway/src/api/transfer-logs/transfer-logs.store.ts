import {
  DESTINATION_STATES,
  DESTINATION_TYPES,
  TRANSFER_OPERATIONS,
  TRANSFER_STATUSES,
} from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { ATTEMPT_STATUSES } from './transfer-log.schema';

/** A log in its REST form, with the current state of its transfer. */
export interface TransferLogRow {
  readonly id: number;
  readonly transfer_link_id: number;
}

const STATUS = `(case when l.succeeded then 'TRANSFERRED' else 'FAILED' end)`;

/** Attempts of the granted accounts' transactions. */
export const TRANSFER_LOGS = rowsOf<TransferLogRow, [access: Access]>({
  from: 'transfer_logs l',
  columns: `l.id, l.transfer_link_id, l.account_id as financial_account_id, l.transaction_id, l.destination_type,
    l.destination_id, l.operation, ${STATUS} as status, l.destination_transaction_id, l.error,
    t.status as transfer_status, t.destination_state, l.attempted_at as created_at`,
  joins: 'left join transfers t on t.transaction_id = l.transaction_id and t.id = l.transfer_id',
  condition: (parameters, access) => ofGrantedAccounts(parameters, access, 'l'),
}).listedBy({
  sorts: { id: 'l.id', created_at: 'l.attempted_at' },
  defaultSort: '-id',
  includes: { transfer_link: {} },
  filters: {
    id: { kind: 'id', sql: 'l.id' },
    transfer_link_id: { kind: 'id', sql: 'l.transfer_link_id' },
    financial_account_id: { kind: 'id', sql: 'l.account_id' },
    transaction_id: { kind: 'id', sql: 'l.transaction_id' },
    destination_type: { kind: 'oneOf', values: DESTINATION_TYPES, sql: 'l.destination_type' },
    destination_id: { kind: 'id', sql: 'l.destination_id' },
    operation: { kind: 'oneOf', values: TRANSFER_OPERATIONS, sql: 'l.operation' },
    status: {
      kind: 'oneOf',
      values: ATTEMPT_STATUSES,
      description: 'What the attempt came to.',
      sql: STATUS,
    },
    transfer_status: {
      kind: 'oneOf',
      values: TRANSFER_STATUSES,
      description: 'The current status of the transaction on the link.',
      sql: ofTransfer('status'),
    },
    destination_state: {
      kind: 'oneOf',
      values: DESTINATION_STATES,
      description: 'How the row is at the destination now, as far as is known.',
      sql: ofTransfer('destination_state'),
    },
    ...createdBetween('l.attempted_at'),
  },
});

export type TransferLogQuery = ListQuery<typeof TRANSFER_LOGS>;

/** Filters by the transfer's present state, which another table has. */
function ofTransfer(column: 'status' | 'destination_state') {
  return (values: readonly string[], parameters: SqlParameters) => `exists (select 1 from transfers s
     where s.transaction_id = l.transaction_id and s.id = l.transfer_id
       and s.${column} = any(${parameters.texts(values)}))`;
}
