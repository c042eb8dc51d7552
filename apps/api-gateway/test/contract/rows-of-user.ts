import { Database } from '@tributary/persistence';

/** How many rows each table has of one user, and a checksum of them; tables without any are left out. */
export type RowsOfUser = Readonly<Record<string, { readonly rows: number; readonly checksum: string }>>;

/** What is kept of the user: rows of their id, and rows in which their mark stands. */
export async function rowsOfUser(database: Database, userId: number, mark: string): Promise<RowsOfUser> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') order by 1`,
  );
  const found: Record<string, { rows: number; checksum: string }> = {};
  for (const { name } of tables) {
    const [row] = await database.query<{ rows: number; checksum: string | null }>(
      `select count(*)::int as rows, md5(string_agg(t::text, E'\\n' order by t::text)) as checksum
         from "${name}" t
        where to_jsonb(t) ->> 'user_id' = $1 or position($2 in t::text) > 0`,
      [String(userId), mark],
    );
    if (row && row.checksum !== null) found[name] = { rows: row.rows, checksum: row.checksum };
  }
  return found;
}
