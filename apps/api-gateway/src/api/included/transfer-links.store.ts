import {
  ALL_DESTINATIONS,
  CATEGORY_KIND,
  DESTINATION_TYPES,
  DestinationType,
  HISTORY_STATES,
  NO_CURRENCY,
  parentMember,
  SYNC_MODES,
} from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { FROM_ACCOUNTS, joinAccounts } from '../../model/stores/accounts.store';
import { FROM_TRANSACTIONS } from '../../model/stores/transactions.store';
import { fromDestinations } from '../../model/stores/transfers.store';
import { ofGrantedAccounts } from '../../rest/lists/granted-rows';
import { rowsOf } from '../../rest/lists/row-list';
import { TransferLinkRow } from './transfer-link.resource';

/** Kinds whose units have a currency, or could have one. */
const WITH_CURRENCY = ALL_DESTINATIONS.filter(({ unit }) => 'currency' in unit.fields);

/** SQL: the currency of an account; null if its bank reports none. */
const currencyOf = (account: string): string => `nullif(${account}.document->>'currency', '${NO_CURRENCY}')`;

/** SQL: the unit that contains a link's target; null where units of the kind have no currency. */
function unitOf(link: string): string {
  const cases = WITH_CURRENCY.map(
    (one) => `when '${one.type}' then
      (select (t.document->>'${parentMember(one, 'target')}')::bigint ${fromDestinations('t')}
        where t.kind = '${one.target.kind}' and t.id = (${link}.document->>'destination_id')::bigint)`,
  );
  return `case ${link}.document->>'destination_type' ${cases.join(' ')} end`;
}

/** SQL: the currency that the destination of `transfer_links l` reports as its own; null if it reports none. */
const STATED = `(select substring(u.document->>'currency' from '^[A-Z]{3}$') ${fromDestinations('u')}
    where u.id = ${unitOf('l')}
      and u.kind = case l.document->>'destination_type' ${WITH_CURRENCY.map(
        ({ type, unit }) => `when '${type}' then '${unit.kind}'`,
      ).join(' ')} end)`;

/** SQL: the currency of the destination's first link, for a link whose user chose no currency rule. */
const OF_FIRST_LINK = `case when l.document->>'on_other_currency' is null and l.document->>'destination_currency' is null then
    (select coalesce(o.document->>'destination_currency', ${currencyOf('oa')})
       from transfer_links o ${joinAccounts('oa', 'oa.id = o.account_id')}
      where o.user_id = l.user_id and o.id < l.id and not o.deleted
        and o.document->>'destination_type' = l.document->>'destination_type'
        and (o.document->>'destination_id' = l.document->>'destination_id' or ${unitOf('o')} = ${unitOf('l')})
      order by o.id limit 1) end`;

/** SQL: the currencies of the account and the destination of `transfer_links l`. */
const LINK_CURRENCY_COLUMNS = `(select ${currencyOf('a')} ${FROM_ACCOUNTS} where a.id = l.account_id) as account_currency,
  ${STATED} as stated_currency, ${OF_FIRST_LINK} as first_link_currency`;

/** SQL: the names of the mapped categories that are gone at the destination of `transfer_links l`; null: none. */
const GONE_CATEGORIES = `case when l.document->'category_map' <> 'null' then
    (select json_agg(c.document->>'name' order by c.id) ${fromDestinations('c')}
      where c.kind = '${CATEGORY_KIND}' and c.user_id = l.user_id and c.document->>'gone_at' is not null
        and c.id in (select (m->>'destination_category_id')::bigint
                       from jsonb_array_elements(l.document->'category_map') m)) end`;

/**
 * SQL: columns of `transfer_links l`. `transactions_under_review` counts the transactions that the link would carry
 * once they are confirmed as separate ones.
 */
const TRANSFER_LINK_COLUMNS = `l.id, l.created_at, l.updated_at, l.document,
  (select count(*) ${FROM_TRANSACTIONS}
    where t.user_id = l.user_id and t.account_id = l.account_id and t.under_review and not t.removed
      and l.document->>'sync_mode' <> 'BALANCE'
      and coalesce(t.mapped_date, t.booking_date, t.value_date, 'infinity')
        >= coalesce((l.document->>'transfer_start_date')::date, '-infinity')
  ) as transactions_under_review,
  ${LINK_CURRENCY_COLUMNS}, ${GONE_CATEGORIES} as gone_categories`;

/** The links whose accounts the token was granted. */
export const TRANSFER_LINKS = rowsOf<TransferLinkRow, [access: Access]>({
  from: 'transfer_links l',
  columns: TRANSFER_LINK_COLUMNS,
  condition: (parameters, access) => `${ofGrantedAccounts(parameters, access, 'l')} and not l.deleted`,
}).listedBy({
  sorts: { id: 'l.id', created_at: 'l.created_at', updated_at: 'l.updated_at' },
  defaultSort: '-id',
  includes: {
    financial_account: { needs: 'accounts:read' },
    destination: { needs: 'destinations:read' },
    rules: { needs: 'rules:read' },
  },
  filters: {
    id: { kind: 'id', sql: 'l.id' },
    financial_account_id: { kind: 'id', sql: 'l.account_id' },
    destination_type: {
      kind: 'oneOf',
      values: DESTINATION_TYPES,
      sql: "l.document->>'destination_type'",
    },
    destination_id: { kind: 'id', sql: "(l.document->>'destination_id')::bigint" },
    active: { kind: 'flag', sql: "(l.document->>'active')::boolean" },
    sync_mode: { kind: 'oneOf', values: SYNC_MODES, sql: "l.document->>'sync_mode'" },
    history_state: {
      kind: 'oneOf',
      values: HISTORY_STATES,
      description: 'Of `history.state`.',
      sql: "l.document->'history'->>'state'",
    },
  },
});

export type TransferLinkQuery = ListQuery<typeof TRANSFER_LINKS>;

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
