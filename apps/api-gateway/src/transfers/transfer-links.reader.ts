import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsFlag, equalsId, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { TransferLinkRow } from '../relations/transfer-link.resource';
import { TRANSFER_LINK_LIST } from './transfer-lists';

export type TransferLinkQuery = ListQuery<typeof TRANSFER_LINK_LIST>;

const CONDITIONS: ConditionsOf<typeof TRANSFER_LINK_LIST> = {
  id: equalsId('l.id'),
  financial_account_id: equalsId('l.account_id'),
  destination_type: equalsText("l.document->>'destination_type'"),
  destination_id: equalsId("(l.document->>'destination_id')::bigint"),
  active: equalsFlag("(l.document->>'active')::boolean"),
  sync_mode: equalsText("l.document->>'sync_mode'"),
  history_state: equalsText("l.document->'history'->>'state'"),
};

/** A page of the links whose accounts the token was granted. */
export function readTransferLinkPage(
  database: Queryable,
  access: Access,
  query: TransferLinkQuery,
): Promise<RowsAndTotal<TransferLinkRow>> {
  const parameters = new SqlParameters();
  const own = `l.user_id = ${parameters.add(access.userId)}::bigint and not l.deleted`;
  const granted =
    access.accountIds === null ? '' : ` and l.account_id = any(${parameters.ids(access.accountIds)})`;
  return readList<TransferLinkRow, typeof TRANSFER_LINK_LIST>(database, query, {
    from: 'transfer_links l',
    columns: 'l.id, l.created_at, l.updated_at, l.document',
    condition: own + granted,
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'l.id', created_at: 'l.created_at', updated_at: 'l.updated_at' },
  });
}
