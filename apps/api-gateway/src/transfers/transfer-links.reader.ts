import { DestinationType } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { ConditionsOf, equalsFlag, equalsId, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { TRANSFER_LINK_LIST } from './transfer-lists';
import { TransferLinkRow } from './transfer-link.resource';

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

/** Links by id, as far as the token was granted their accounts. One statement. */
export async function readTransferLinks(
  database: Queryable,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, TransferLinkRow>> {
  if (ids.length === 0) return new Map();
  return byId(await readWhere(database, access, 'l.id = any($3::bigint[])', ids));
}

/** The links of accounts. One statement. */
export async function readTransferLinksOfAccounts(
  database: Queryable,
  access: Access,
  accountIds: readonly number[],
): Promise<TransferLinkRow[]> {
  if (accountIds.length === 0) return [];
  return readWhere(database, access, 'l.account_id = any($3::bigint[])', accountIds);
}

/** The links that point to destinations of the type. One statement. */
export async function readTransferLinksTo(
  database: Queryable,
  access: Access,
  type: DestinationType,
  destinationIds: readonly number[],
): Promise<TransferLinkRow[]> {
  if (destinationIds.length === 0) return [];
  const pointsThere = `l.document->>'destination_type' = '${type}'
    and (l.document->>'destination_id')::bigint = any($3::bigint[])`;
  return readWhere(database, access, pointsThere, destinationIds);
}

async function readWhere(
  database: Queryable,
  access: Access,
  condition: string,
  ids: readonly number[],
): Promise<TransferLinkRow[]> {
  return database.query<TransferLinkRow>(
    `select l.id, l.created_at, l.updated_at, l.document from transfer_links l
      where l.user_id = $1 and not l.deleted
        and ($2::bigint[] is null or l.account_id = any($2::bigint[])) and ${condition}
      order by l.id`,
    [access.userId, access.accountIds, ids],
  );
}

function byId(rows: readonly TransferLinkRow[]): Map<number, TransferLinkRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
