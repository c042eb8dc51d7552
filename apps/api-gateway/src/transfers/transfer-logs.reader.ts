import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import {
  Condition,
  ConditionsOf,
  equalsId,
  equalsText,
  onOrAfter,
  onOrBefore,
  readList,
  RowsAndTotal,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { TRANSFER_LOG_LIST } from './transfer-lists';
import { TransferLogRow } from './transfer-log.resource';

export type TransferLogQuery = ListQuery<typeof TRANSFER_LOG_LIST>;

const COLUMNS = `l.id, l.transfer_link_id, l.account_id, l.transaction_id, l.destination_type, l.destination_id,
  l.operation, l.succeeded, l.destination_transaction_id, l.error, l.attempted_at,
  t.status as transfer_status, t.destination_state`;

const TRANSFER = 'left join transfers t on t.transaction_id = l.transaction_id and t.id = l.transfer_id';

const CONDITIONS: ConditionsOf<typeof TRANSFER_LOG_LIST> = {
  id: equalsId('l.id'),
  transfer_link_id: equalsId('l.transfer_link_id'),
  financial_account_id: equalsId('l.account_id'),
  transaction_id: equalsId('l.transaction_id'),
  destination_type: equalsText('l.destination_type'),
  destination_id: equalsId('l.destination_id'),
  operation: equalsText('l.operation'),
  status: equalsText(`(case when l.succeeded then 'TRANSFERRED' else 'FAILED' end)`),
  transfer_status: ofTransfer('status'),
  destination_state: ofTransfer('destination_state'),
  created_after: onOrAfter("(l.attempted_at at time zone 'UTC')::date"),
  created_before: onOrBefore("(l.attempted_at at time zone 'UTC')::date"),
};

/** Of the transfer as it is now, which another table has. */
function ofTransfer(column: 'status' | 'destination_state'): Condition {
  return ({ values }, parameters) => `exists (select 1 from transfers s
     where s.transaction_id = l.transaction_id and s.id = l.transfer_id
       and s.${column} = any(${parameters.texts(values)}))`;
}

/** Attempts of the granted accounts' transactions. */
export async function readTransferLogs(
  database: Queryable,
  access: Access,
  query: TransferLogQuery,
): Promise<RowsAndTotal<TransferLogRow>> {
  const parameters = new SqlParameters();
  return readList<TransferLogRow, typeof TRANSFER_LOG_LIST>(database, query, {
    from: 'transfer_logs l',
    columns: COLUMNS,
    joins: TRANSFER,
    condition: own(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'l.id', created_at: 'l.attempted_at' },
  });
}

export async function readTransferLog(
  database: Queryable,
  access: Access,
  id: number,
): Promise<TransferLogRow | null> {
  const parameters = new SqlParameters();
  const condition = `${own(access, parameters)} and l.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<TransferLogRow>(
    `select ${COLUMNS} from transfer_logs l ${TRANSFER} where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

function own(access: Access, parameters: SqlParameters): string {
  const user = `l.user_id = ${parameters.add(access.userId)}::bigint`;
  return access.accountIds === null
    ? user
    : `${user} and l.account_id = any(${parameters.ids(access.accountIds)})`;
}
