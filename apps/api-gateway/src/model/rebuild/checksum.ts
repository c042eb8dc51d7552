import { Queryable } from '@tributary/persistence';
import { QUERY_MODEL_TABLES } from '../tables';

/** The number of rows of a table of the query model, and a checksum that does not depend on their order. */
export interface TableChecksum {
  readonly table: string;
  readonly rows: number;
  readonly checksum: string;
}

/**
 * Columns that are not compared: counters of owners that are only published at times. A balance entry has the version
 * of the last snapshot with it; a transfer's counter rises while it waits. The position of a change is the gateway's
 * own.
 */
const LEFT_OUT = ['balance_entries.version', 'transfers.version', 'transactions.changed_at'];

/** An account whose last transaction was removed may have a count of 0, or none; a removed balance a tombstone, or none. */
const CONDITIONS: Readonly<Partial<Record<string, string>>> = {
  transaction_counts: 'where transactions <> 0',
  balance_entries: `where document <> '{}'`,
};

/** Checksums of all tables from one statement, so of one snapshot. Reads every row. */
export async function checksumModel(database: Queryable): Promise<TableChecksum[]> {
  const columns = await database.query<{ table: string; columns: string }>(
    `select c.relname as table, string_agg('t.' || quote_ident(a.attname), ', ' order by a.attname) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        and c.relname || '.' || a.attname <> all($2::text[])
      group by c.relname order by c.relname`,
    [QUERY_MODEL_TABLES, LEFT_OUT],
  );
  return database.query<TableChecksum>(
    columns.map((one) => checksumSql(one.table, one.columns)).join(' union all '),
  );
}

function checksumSql(table: string, columns: string): string {
  return `select '${table}' as table, count(*) as rows,
                 coalesce(sum(hashtextextended(row(${columns})::text, 0)::numeric), 0)::text as checksum
            from ${table} t ${CONDITIONS[table] ?? ''}`;
}
