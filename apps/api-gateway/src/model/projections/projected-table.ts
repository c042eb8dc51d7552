import { QueryModelTable } from '../tables';

/** A table of the query model, and how its rows are stored. */
export interface ProjectedTable {
  readonly table: QueryModelTable;
  readonly key: readonly string[];
  /** Column and Postgres type; rows are JSON objects with these members. */
  readonly columns: Readonly<Record<string, string>>;
  /** Rises with every change of a row; null if rows never change. */
  readonly versionColumn: string | null;
  /** Table of the rows' owner: no rows are stored after the owner was deleted. */
  readonly belongsTo: Owner | null;
  /** SQL: rows `r` that are stored although their owner was deleted. */
  readonly storedAnyway?: string;
}

type Owner = keyof typeof OWNER_COLUMNS;

/** The column that names the owner, by the owners' table. */
const OWNER_COLUMNS = { accounts: 'account_id', webhook_endpoints: 'endpoint_id' } as const;

/**
 * Returns the statement that stores many rows; `$1` is a JSON array. Only rows newer than the stored ones are written,
 * so repeated and late events change nothing.
 */
export function projectionSql(table: ProjectedTable): string {
  const names = Object.keys(table.columns);
  const typed = names.map((name) => `${name} ${table.columns[name]}`);
  return `
    insert into ${table.table} as t (${names.join(', ')})
    select ${names.map((name) => `r.${name}`).join(', ')}
      from jsonb_to_recordset($1::jsonb) as r(${typed.join(', ')})
      ${table.belongsTo ? ifOwnerIsThere(table.belongsTo, table.storedAnyway) : ''}
    on conflict (${table.key.join(', ')}) ${onConflict(table, names)}`;
}

function ifOwnerIsThere(owner: Owner, storedAnyway: string | undefined): string {
  return `where ${storedAnyway ? `${storedAnyway} or` : ''} not exists (
        select 1 from ${owner} o where o.id = r.${OWNER_COLUMNS[owner]} and o.deleted)`;
}

function onConflict(table: ProjectedTable, names: readonly string[]): string {
  const { versionColumn } = table;
  if (versionColumn === null) return 'do nothing';
  const changes = names
    .filter((name) => !table.key.includes(name))
    .map((name) => `${name} = excluded.${name}`);
  return `do update set ${changes.join(', ')} where excluded.${versionColumn} > t.${versionColumn}`;
}
