/** Runs SQL on one schema; `pg` clients and test databases both implement it. */
export type RunSql = <Row>(sql: string, parameters: unknown[]) => Promise<Row[]>;

export interface ColumnShape {
  readonly type: string;
  readonly notNull: boolean;
  /** Whether the database fills the column if an insert does not name it. */
  readonly filled: boolean;
  /** Whether an insert must not name the column. */
  readonly generated: boolean;
}

/** A requirement for rows: a key, a check, a reference, or a unique index. */
export interface ConstraintShape {
  readonly kind: 'check' | 'foreign key' | 'unique' | 'exclusion';
  readonly columns: readonly string[];
}

export interface TableShape {
  readonly columns: ReadonlyMap<string, ColumnShape>;
  readonly constraints: ReadonlyMap<string, ConstraintShape>;
}

/** The properties of a schema on which statements can rely, by table. */
export type SchemaShape = ReadonlyMap<string, TableShape>;

/** Reads the shape of a schema from Postgres. */
export async function readShape(query: RunSql, schema: string): Promise<SchemaShape> {
  const tables = await query<{ name: string }>(TABLES, [schema]);
  const columns = await query<ColumnShape & { table: string; name: string }>(COLUMNS, [schema]);
  const constraints = await query<ConstraintShape & { table: string; name: string }>(CONSTRAINTS, [schema]);
  const of = <Shape extends { table: string; name: string }>(rows: readonly Shape[], table: string) =>
    new Map(rows.filter((row) => row.table === table).map((row) => [row.name, row]));
  return new Map(
    tables.map(({ name }) => [name, { columns: of(columns, name), constraints: of(constraints, name) }]),
  );
}

const OF_SCHEMA = `c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`;

const TABLES = `select c.relname::text as name from pg_class c where ${OF_SCHEMA}`;

const COLUMNS = `
  select c.relname::text as table, a.attname::text as name, format_type(a.atttypid, a.atttypmod) as type,
         a.attnotnull as "notNull", a.atthasdef or a.attidentity <> '' as filled,
         a.attgenerated <> '' or a.attidentity = 'a' as generated
    from pg_class c join pg_attribute a on a.attrelid = c.oid
   where ${OF_SCHEMA} and a.attnum > 0 and not a.attisdropped`;

/** Selects unique indexes (partial or not, with or without a constraint), then checks and references. */
const CONSTRAINTS = `
  select c.relname::text as table, i.relname::text as name, 'unique' as kind,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum = any(x.indkey) order by 1) as columns
    from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
   where ${OF_SCHEMA} and x.indisunique
  union all
  select c.relname::text, k.conname::text,
         case k.contype when 'c' then 'check' when 'f' then 'foreign key' else 'exclusion' end,
         array(select a.attname::text from pg_attribute a
                where a.attrelid = c.oid and a.attnum = any(k.conkey) order by 1)
    from pg_constraint k join pg_class c on c.oid = k.conrelid
   where ${OF_SCHEMA} and k.contype in ('c', 'f', 'x')`;
