import { Client, escapeIdentifier } from 'pg';

const SCHEMA = 'ingestion_sync';
const ME = `nullif(current_setting('tests.user_id', true), '')::bigint`;

const mine = (table: string): string => `(select id from ${SCHEMA}.${table} where user_id = ${ME})`;

/** The column that assigns a row to a user; the first existing one counts. */
const OWNED_BY: readonly (readonly [column: string, condition: string])[] = [
  ['user_id', `user_id = ${ME}`],
  ['account_id', `account_id in ${mine('financial_accounts')}`],
  ['connection_id', `connection_id in ${mine('connections')}`],
  ['import_id', `import_id in ${mine('file_imports')}`],
];

/**
 * Limits this client to the user's rows: for each table with rows of users it finds a view of the same name, which
 * PostgreSQL also makes updatable. `ingestion_sync.…` is the whole table.
 */
export async function seeOnlyRowsOf(userId: number, client: Client): Promise<void> {
  const { rows } = await client.query<{ has_views: boolean }>(
    `select set_config('tests.user_id', $1, false), to_regclass('pg_temp.connections') is not null as has_views`,
    [String(userId)],
  );
  if (rows[0]?.has_views !== true) await makeViews(client);
}

async function makeViews(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select table_name as table, array_agg(column_name::text) as columns
       from information_schema.columns where table_schema = $1 group by 1`,
    [SCHEMA],
  );
  await client.query(rows.flatMap(({ table, columns }) => viewOf(table, columns) ?? []).join(';'));
}

function viewOf(table: string, columns: readonly string[]): string | undefined {
  const owned = OWNED_BY.find(([column]) => columns.includes(column));
  if (!owned) return undefined;
  const name = escapeIdentifier(table);
  return `create temp view ${name} as select * from ${SCHEMA}.${name} where ${owned[1]}`;
}
