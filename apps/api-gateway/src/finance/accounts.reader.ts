import { Filter, ListQuery, SortField } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../auth/access';
import { AccountRow } from './account.resource';
import { ACCOUNT_LIST, AccountFilter, AccountSort } from './account-list';
import { anywhere, SqlParameters } from './sql-parameters';

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
  const asked = ids === null ? '' : `and a.id = any(${parameters.ids([...new Set(ids)])})`;
  return database.query<AccountRow>(
    `select ${COLUMNS} from accounts a left join account_balances b on b.account_id = a.id
      where ${granted(access, parameters)} ${asked} order by a.id`,
    parameters.values,
  );
}

/** A page of them, with their number on all pages. */
export async function readAccountPage(
  database: Queryable,
  access: Access,
  { page, sorts, filters }: AccountQuery,
): Promise<{ rows: AccountRow[]; total: number }> {
  const parameters = new SqlParameters();
  const condition = [
    granted(access, parameters),
    ...filters.map((filter) => CONDITIONS[filter.name](filter, parameters)),
  ].join(' and ');
  const order = ordering(sorts);
  const rows = await database.query<(AccountRow | { id: null }) & { total: number }>(
    `with page as (
       select * from accounts a where ${condition} order by ${order}
        limit ${parameters.add(page.size)}::bigint offset ${parameters.add((page.number - 1) * page.size)}::bigint
     )
     select total.count as total, ${COLUMNS}
       from (select count(*) from accounts a where ${condition}) total
       left join page a on true
       left join account_balances b on b.account_id = a.id
      order by ${order}`,
    parameters.values,
  );
  return {
    total: rows[0]?.total ?? 0,
    rows: rows.filter((row): row is AccountRow & { total: number } => row.id !== null),
  };
}

function granted(access: Access, parameters: SqlParameters): string {
  const own = `a.user_id = ${parameters.add(access.userId)}::bigint and not a.deleted`;
  return access.accountIds === null ? own : `${own} and a.id = any(${parameters.ids(access.accountIds)})`;
}

type Condition = (filter: Filter, parameters: SqlParameters) => string;

/** A filter of the list that has no condition does not compile. */
const CONDITIONS: Readonly<Record<AccountFilter, Condition>> = {
  id: ({ values }, parameters) => `a.id = any(${parameters.ids(values)})`,
  financial_connection_id: ({ values }, parameters) => `a.connection_id = any(${parameters.ids(values)})`,
  integrator: equals('integrator'),
  account_category: equals('account_category'),
  currency: equals('currency'),
  enabled: equals('enabled'),
  name: contains('name'),
  display_name: contains('display_name'),
  custom_name: contains('custom_name'),
  iban: equals('iban'),
  bban: equals('bban'),
  reference: ({ values }, parameters) =>
    `exists (select 1 from connections c where c.id = a.connection_id and c.user_id = a.user_id
              and not c.deleted and c.document->>'reference' = any(${parameters.texts(values)}))`,
};

function equals(member: string): Condition {
  return ({ values }, parameters) => `a.document->>'${member}' = any(${parameters.texts(values)})`;
}

function contains(member: string): Condition {
  return ({ values }, parameters) =>
    `a.document->>'${member}' ilike any(${parameters.texts(anywhere(values))})`;
}

const SORTED: Readonly<Record<AccountSort, string>> = {
  id: 'a.id',
  created_at: 'a.created_at',
  updated_at: 'a.updated_at',
  name: `lower(a.document->>'name')`,
  custom_name: `lower(a.document->>'custom_name')`,
  display_name: `lower(a.document->>'display_name')`,
  currency: `a.document->>'currency'`,
  integrator: `a.document->>'integrator'`,
};

/** Nulls last in both directions, ties by id in the direction of the last field. */
function ordering(sorts: readonly SortField<AccountSort>[]): string {
  const fields = sorts.map(
    ({ field, descending }) => `${SORTED[field]} ${descending ? 'desc' : 'asc'} nulls last`,
  );
  return [...fields, `a.id ${sorts.at(-1)?.descending ? 'desc' : 'asc'}`].join(', ');
}
