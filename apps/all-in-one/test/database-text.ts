import { Client } from 'pg';

/** A row of any table, as text. */
export interface DumpedRow {
  /** The table's name with its schema. */
  readonly table: string;
  readonly columns: Readonly<Record<string, string | null>>;
}

const ALL_TABLES = `
  select c.table_schema as schema, c.table_name as table, array_agg(c.column_name::text order by c.ordinal_position) as columns
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
   where t.table_type = 'BASE TABLE' and c.table_schema = any($1)
   group by 1, 2 order by 1, 2`;

/** Returns every row of every table of the schemas, as in a database dump. */
export async function dumpDatabase(url: string, schemas: readonly string[]): Promise<DumpedRow[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ schema: string; table: string; columns: string[] }>(
      ALL_TABLES,
      [schemas],
    );
    const dumped: DumpedRow[] = [];
    for (const { schema, table, columns } of tables) {
      const texts = columns.map((column) => `"${column}"::text as "${column}"`).join(', ');
      const { rows } = await client.query<DumpedRow['columns']>(
        `select ${texts} from "${schema}"."${table}"`,
      );
      dumped.push(...rows.map((row) => ({ table: `${schema}.${table}`, columns: row })));
    }
    return dumped;
  } finally {
    await client.end();
  }
}

/** Returns the tables of the schemas, with their schema. */
export async function allTables(url: string, schemas: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ schema: string; table: string }>(ALL_TABLES, [schemas]);
    return rows.map(({ schema, table }) => `${schema}.${table}`);
  } finally {
    await client.end();
  }
}
