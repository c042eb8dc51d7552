import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsId, equalsText, readList, RowsAndTotal, SortedBy } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { CONNECTION_LIST } from './connection-list';
import { ConnectionRow } from './connection.resource';

export type ConnectionQuery = ListQuery<typeof CONNECTION_LIST>;

/** Each with its institution, and with the number of its accounts that the token was granted. */
function columns(access: Access, parameters: SqlParameters): string {
  return `c.id, c.created_at, c.updated_at, c.document,
    (select count(*) from accounts a where ${accountOfConnection(access, parameters)}) as financial_accounts_count,
    (select json_build_object('id', i.id, 'updated_at', i.updated_at, 'document', i.document)
       from institutions i where i.id = c.institution_id) as institution`;
}

function accountOfConnection(access: Access, parameters: SqlParameters): string {
  const own = 'a.connection_id = c.id and a.user_id = c.user_id and not a.deleted';
  return access.accountIds === null ? own : `${own} and a.id = any(${parameters.ids(access.accountIds)})`;
}

function granted(access: Access, parameters: SqlParameters): string {
  return `c.user_id = ${parameters.add(access.userId)}::bigint and not c.deleted`;
}

/** Connections by id, each with its institution: one statement. */
export async function readConnections(
  database: Queryable,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, ConnectionRow>> {
  if (ids.length === 0) return new Map();
  const parameters = new SqlParameters();
  const rows = await database.query<ConnectionRow>(
    `select ${columns(access, parameters)} from connections c
      where ${granted(access, parameters)} and c.id = any(${parameters.ids([...new Set(ids)])})`,
    parameters.values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** A page of the connections; a token for single accounts sees those that these accounts are of. */
export async function readConnectionPage(
  database: Queryable,
  access: Access,
  query: ConnectionQuery,
): Promise<RowsAndTotal<ConnectionRow>> {
  const parameters = new SqlParameters();
  const own = granted(access, parameters);
  const condition =
    access.accountIds === null
      ? own
      : `${own} and exists (select 1 from accounts a where ${accountOfConnection(access, parameters)})`;
  return readList<ConnectionRow, typeof CONNECTION_LIST>(database, query, {
    from: 'connections c',
    columns: columns(access, parameters),
    condition,
    parameters,
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

const CONDITIONS: ConditionsOf<typeof CONNECTION_LIST> = {
  id: equalsId('c.id'),
  institution_id: equalsId('c.institution_id'),
  integrator: ({ values }, parameters) =>
    `exists (select 1 from institutions i
              where i.id = c.institution_id and i.document->>'integrator' = any(${parameters.texts(values)}))`,
  status: equalsText(`c.document->>'status'`),
  region: equalsText(`c.document->>'region'`),
  enabled: equalsText(`c.document->>'enabled'`),
  setup_pending: equalsText(`c.document->>'setup_pending'`),
  reference: equalsText(`c.document->>'reference'`),
};

const SORTED: SortedBy<typeof CONNECTION_LIST> = {
  id: 'c.id',
  created_at: 'c.created_at',
  updated_at: 'c.updated_at',
  status: `c.document->>'status'`,
  consent_expires_at: `c.document->>'consent_expires_at'`,
  activated_at: `c.document->>'activated_at'`,
};
