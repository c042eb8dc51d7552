import { DestinationType } from '@tributary/contracts';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { TRANSFER_LINK_COLUMNS, TransferLinkRow } from './transfer-link.resource';

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
    `select ${TRANSFER_LINK_COLUMNS} from transfer_links l
      where l.user_id = $1 and not l.deleted
        and ($2::bigint[] is null or l.account_id = any($2::bigint[])) and ${condition}
      order by l.id`,
    [access.userId, access.accountIds, ids],
  );
}

function byId(rows: readonly TransferLinkRow[]): Map<number, TransferLinkRow> {
  return new Map(rows.map((row) => [row.id, row]));
}
