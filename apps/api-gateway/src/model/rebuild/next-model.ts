import { Queryable, Tx } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';
import { QUERY_MODEL_TABLES } from '../tables';

/** Schema of a rebuild's tables, beside the schema of the present ones. */
export function nextSchemaOf(schema: string): string {
  return `${schema}_next`;
}

/**
 * Creates empty tables like the current ones, under the same names: columns, keys, indexes, triggers and settings are
 * read from the database, so that they equal those of the migrations. @throws OperatorRequestError without the spare
 * schema
 */
export async function createNextModel(tx: Tx, schema: string): Promise<void> {
  const next = nextSchemaOf(schema);
  await refuseWithoutSchema(tx, next);
  await dropNextModel(tx, schema);
  for (const table of QUERY_MODEL_TABLES) {
    await tx.execute(
      `create table ${next}.${table} (like ${schema}.${table} including all excluding indexes)`,
    );
  }
  const definitions = await tx.query<{ sql: string }>(DEFINITIONS, [schema, next, QUERY_MODEL_TABLES]);
  for (const { sql } of definitions) await tx.execute(sql);
}

async function refuseWithoutSchema(tx: Tx, next: string): Promise<void> {
  const [row] = await tx.query<{ usable: boolean | null }>(
    `select has_schema_privilege(to_regnamespace($1)::oid, 'create') as usable`,
    [next],
  );
  if (row?.usable) return;
  throw new OperatorRequestError(
    `there is no schema ${next} that the service may use: run the job "provision" of this version first`,
  );
}

/**
 * Keys first, then other indexes, triggers, settings. Postgres writes definitions with the table's schema before its name, which is all that is
 * changed in them. They are vacuumed once they are full, and left alone until then.
 */
const DEFINITIONS = `
  with t as (
    select c.oid, c.relname, c.reloptions, format('%I.%I', $1::text, c.relname) as here,
           format('%I.%I', $2::text, c.relname) as there
      from pg_class c where c.relnamespace = to_regnamespace($1) and c.relname = any($3::text[]) and c.relkind = 'r'
  )
  select sql from (
    select 1 as place, k.conname as name,
           format('alter table %s add constraint %I %s', t.there, k.conname, pg_get_constraintdef(k.oid)) as sql
      from t join pg_constraint k on k.conrelid = t.oid and k.contype in ('p', 'u')
    union all
    select 2, i.indexrelid::regclass::text,
           replace(pg_get_indexdef(i.indexrelid), ' ON ' || t.here || ' ', ' ON ' || t.there || ' ')
      from t join pg_index i on i.indrelid = t.oid
     where not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u'))
    union all
    select 3, g.tgname, replace(pg_get_triggerdef(g.oid), ' ON ' || t.here || ' ', ' ON ' || t.there || ' ')
      from t join pg_trigger g on g.tgrelid = t.oid and not g.tgisinternal
    union all
    select 4, t.relname,
           format('alter table %s set (%s)', t.there,
             array_to_string(array_remove(t.reloptions, 'autovacuum_enabled=false') || array['autovacuum_enabled=false'], ', '))
      from t
  ) definitions order by place, name`;

/** Removes the tables of an earlier rebuild. */
export async function dropNextModel(tx: Tx, schema: string): Promise<void> {
  const tables = QUERY_MODEL_TABLES.map((table) => `${nextSchemaOf(schema)}.${table}`);
  await tx.execute(`drop table if exists ${tables.join(', ')}`);
}

/** Stops autovacuum on the current tables, which would block a swap; a running one ends. */
export async function stopVacuum(database: Queryable): Promise<void> {
  for (const table of QUERY_MODEL_TABLES) {
    await database.execute(`alter table ${table} set (autovacuum_enabled = false)`);
  }
}

/** Enables vacuum again after an unfinished swap. */
export async function letVacuum(database: Queryable): Promise<void> {
  const stopped = await database.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = current_schema()::regnamespace and relname = any($1::text[])
        and 'autovacuum_enabled=false' = any(reloptions)`,
    [QUERY_MODEL_TABLES],
  );
  for (const { name } of stopped) await database.execute(`alter table ${name} reset (autovacuum_enabled)`);
}
