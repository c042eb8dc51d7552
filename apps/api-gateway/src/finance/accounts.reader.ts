import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { AccountRow } from './account.resource';
import {
  ConditionsOf,
  containsText,
  equalsId,
  equalsText,
  readList,
  RowsAndTotal,
  SortedBy,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { ACCOUNT_LIST } from './account-list';

export type AccountQuery = ListQuery<typeof ACCOUNT_LIST>;

const COLUMNS = `
  a.id, a.created_at, a.updated_at, a.document, b.cleared, b.available,
  (select count(*) from transfer_links l
    where l.account_id = a.id and l.user_id = a.user_id and not l.deleted) as transfer_links_count`;

/** The accounts that the token was granted: all of them, or those of the ids. One statement. */
export async function readAccounts(
  database: Queryable,
  access: Access,
  ids: readonly number[] | null,
): Promise<AccountRow[]> {
  if (ids?.length === 0) return [];
  const parameters = new SqlParameters();
  const chosen = ids === null ? '' : `and a.id = any(${parameters.ids([...new Set(ids)])})`;
  return database.query<AccountRow>(
    `select ${COLUMNS} from accounts a left join account_balances b on b.account_id = a.id
      where ${granted(access, parameters)} ${chosen} order by a.id`,
    parameters.values,
  );
}

/** The granted accounts of connections. One statement. */
export async function readAccountsOfConnections(
  database: Queryable,
  access: Access,
  connectionIds: readonly number[],
): Promise<AccountRow[]> {
  if (connectionIds.length === 0) return [];
  const parameters = new SqlParameters();
  return database.query<AccountRow>(
    `select ${COLUMNS} from accounts a left join account_balances b on b.account_id = a.id
      where ${granted(access, parameters)} and a.connection_id = any(${parameters.ids(connectionIds)})
      order by a.id`,
    parameters.values,
  );
}

/** A page of them, with their number on all pages. */
export async function readAccountPage(
  database: Queryable,
  access: Access,
  query: AccountQuery,
): Promise<RowsAndTotal<AccountRow>> {
  const parameters = new SqlParameters();
  return readList<AccountRow, typeof ACCOUNT_LIST>(database, query, {
    from: 'accounts a',
    columns: COLUMNS,
    joins: 'left join account_balances b on b.account_id = a.id',
    condition: granted(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

function granted(access: Access, parameters: SqlParameters): string {
  const own = `a.user_id = ${parameters.add(access.userId)}::bigint and not a.deleted`;
  return access.accountIds === null ? own : `${own} and a.id = any(${parameters.ids(access.accountIds)})`;
}

const CONDITIONS: ConditionsOf<typeof ACCOUNT_LIST> = {
  id: equalsId('a.id'),
  financial_connection_id: equalsId('a.connection_id'),
  integrator: equalsText(`a.document->>'integrator'`),
  account_category: equalsText(`a.document->>'account_category'`),
  currency: equalsText(`a.document->>'currency'`),
  enabled: equalsText(`a.document->>'enabled'`),
  name: containsText(`a.document->>'name'`),
  display_name: containsText(`a.document->>'display_name'`),
  custom_name: containsText(`a.document->>'custom_name'`),
  iban: equalsText(`a.document->>'iban'`),
  bban: equalsText(`a.document->>'bban'`),
  reference: ({ values }, parameters) =>
    `exists (select 1 from connections c where c.id = a.connection_id and c.user_id = a.user_id
              and not c.deleted and c.document->>'reference' = any(${parameters.texts(values)}))`,
};

const SORTED: SortedBy<typeof ACCOUNT_LIST> = {
  id: 'a.id',
  created_at: 'a.created_at',
  updated_at: 'a.updated_at',
  name: `lower(a.document->>'name')`,
  custom_name: `lower(a.document->>'custom_name')`,
  display_name: `lower(a.document->>'display_name')`,
  currency: `a.document->>'currency'`,
  integrator: `a.document->>'integrator'`,
};
