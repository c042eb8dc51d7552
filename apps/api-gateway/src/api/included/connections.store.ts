import { CONNECTION_STATUSES, PROVIDERS } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../../identity/access/access';
import { rowsOf } from '../../rest/lists/row-list';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { ConnectionRow } from './connection.resource';
import { FROM_ACCOUNTS, FROM_INSTITUTION } from '../../model/stores/accounts.store';

/**
 * Connections, each with its institution and the number of its granted accounts; a token for single accounts sees only
 * the connections of these accounts.
 */
export const CONNECTIONS = rowsOf<ConnectionRow, [access: Access]>({
  from: 'connections c',
  columns: (parameters, access) => `c.id, c.created_at, c.updated_at, c.document,
    (select count(*) ${FROM_ACCOUNTS} where ${accountOfConnection(access, parameters)}) as financial_accounts_count,
    (select json_build_object('id', i.id, 'updated_at', i.updated_at, 'document', i.document)
       ${FROM_INSTITUTION}) as institution`,
  condition: (parameters, access) => {
    const own = `c.user_id = ${parameters.add(access.userId)}::bigint and not c.deleted`;
    if (access.accountIds === null) return own;
    return `${own} and exists (select 1 ${FROM_ACCOUNTS} where ${accountOfConnection(access, parameters)})`;
  },
}).listedBy({
  sorts: {
    id: 'c.id',
    created_at: 'c.created_at',
    updated_at: 'c.updated_at',
    status: `c.document->>'status'`,
    consent_expires_at: `c.document->>'consent_expires_at'`,
    activated_at: `c.document->>'activated_at'`,
  },
  defaultSort: '-id',
  includes: {
    institution: {},
    financial_accounts: { needs: 'accounts:read' },
  },
  filters: {
    id: { kind: 'id', sql: 'c.id' },
    institution_id: { kind: 'id', sql: 'c.institution_id' },
    integrator: {
      kind: 'oneOf',
      values: PROVIDERS,
      sql: (values, parameters) =>
        `exists (select 1 ${FROM_INSTITUTION} and i.document->>'integrator' = any(${parameters.texts(values)}))`,
    },
    status: { kind: 'oneOf', values: CONNECTION_STATUSES, sql: `c.document->>'status'` },
    region: { kind: 'exact', sql: `c.document->>'region'` },
    enabled: { kind: 'flag', sql: `(c.document->>'enabled')::boolean` },
    setup_pending: { kind: 'flag', sql: `(c.document->>'setup_pending')::boolean` },
    reference: {
      kind: 'exact',
      description: 'The correlation id that the caller gave.',
      sql: `c.document->>'reference'`,
    },
  },
});

export type ConnectionQuery = ListQuery<typeof CONNECTIONS>;

function accountOfConnection(access: Access, parameters: SqlParameters): string {
  const own = 'a.connection_id = c.id and a.user_id = c.user_id and not a.deleted';
  return access.accountIds === null ? own : `${own} and a.id = any(${parameters.ids(access.accountIds)})`;
}

/** Connections by id, each with its institution: one statement. */
export async function readConnections(
  database: Queryable,
  access: Access,
  ids: readonly number[],
): Promise<Map<number, ConnectionRow>> {
  if (ids.length === 0) return new Map();
  const rows = await CONNECTIONS.where(
    database,
    (parameters) => `c.id = any(${parameters.ids(ids)})`,
    access,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
