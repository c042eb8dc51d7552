import { Database } from '@tributary/persistence';
import { ERASED_USER_IDS } from '@tributary/service';
import { TABLES_OF_ACCOUNTS } from '../deletions';
import { differencesCarriedSql } from '../projections/drift.projection';
import { writeNextModel } from '../model-writes';
import { ProjectedTable } from '../projections/projected-table';
import { deletedAccounts } from '../stores/accounts.store';
import { attemptsDeletion, deletionsSql, FORGOTTEN } from '../stores/webhooks.store';
import { QUERY_MODEL_TABLES, QueryModelTable } from '../tables';
import { WEBHOOK_ATTEMPTS, WEBHOOK_DELIVERIES, WEBHOOK_EVENTS } from '../projections/webhooks.projection';
import { nextSchemaOf } from './next-model';

/**
 * Copies the data that no owner can replay from the current model, after the owners have replayed everything else:
 * - tombstones, so that late messages do not restore deleted resources;
 * - results of drift checks, which are published once;
 * - deliveries and events that their owner has deleted and that are still shown here;
 * - the times of changes of institutions and deliveries.
 * Replayed rows have priority. @returns false if the rebuild was ended in the meantime
 */
export async function completeNextModel(database: Database, rebuildId: number): Promise<boolean> {
  const { schema } = database.options;
  const next = nextSchemaOf(schema);
  const statements = [
    ...(await tombstonesSql(database, next)),
    ...forgottenSql(schema, next),
    ...TABLES_OF_ACCOUNTS.map(
      (table) => `delete from ${next}.${table} where account_id in (${deletedAccounts(next)})`,
    ),
    ...furtherSql(schema, next),
    ...(await erasedSql(database, next)),
  ];
  for (const sql of statements) {
    const isDone = await database.transaction((tx) =>
      writeNextModel(tx, rebuildId, async (model) => void (await model.execute(sql))),
    );
    if (!isDone) return false;
  }
  for (const table of QUERY_MODEL_TABLES) await database.execute(`vacuum (analyze) ${next}.${table}`);
  return true;
}

/** Returns SQL that copies the tombstones of every table that has them. */
async function tombstonesSql(database: Database, next: string): Promise<string[]> {
  const tables = await database.query<{ table: string; gone: string; columns: string[] }>(
    `select c.relname as table, g.attname as gone,
            (select json_agg(a.attname) from pg_attribute a
              where a.attrelid = c.oid and a.attnum > 0 and a.attgenerated = '' and not a.attisdropped) as columns
       from pg_class c join pg_attribute g on g.attrelid = c.oid and g.attname in ('deleted', 'removed')
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])`,
    [QUERY_MODEL_TABLES],
  );
  const { schema } = database.options;
  return tables.map(({ table, gone, columns }) => carrySql(table, columns, { here: schema, next }, gone));
}

/** Rows of the present model that the next one lacks. */
function carrySql(
  table: string,
  columns: readonly string[],
  { here, next }: { readonly here: string; readonly next: string },
  condition: string,
): string {
  const names = columns.join(', ');
  return `insert into ${next}.${table} (${names}) select ${names} from ${here}.${table} t
           where ${condition} on conflict do nothing`;
}

/**
 * SQL of deliveries and events that their owner has deleted, because they are older than all that it still has; of
 * existing endpoints and accounts.
 */
function forgottenSql(here: string, next: string): string[] {
  const carried = ({ table, columns }: ProjectedTable, condition: string) =>
    carrySql(table, Object.keys(columns), { here, next }, condition);
  return [
    carried(WEBHOOK_EVENTS, FORGOTTEN.events(next)),
    carried(WEBHOOK_DELIVERIES, FORGOTTEN.deliveries(next)),
    carried(WEBHOOK_ATTEMPTS, FORGOTTEN.attempts(next)),
  ];
}

/** SQL that deletes rows of erased users, whose events were published before the erasure. */
async function erasedSql(database: Database, next: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and to_regclass('erased_users') is not null`,
    [QUERY_MODEL_TABLES],
  );
  if (tables.length === 0) return [];
  const isErased = `user_id in (${ERASED_USER_IDS})`;
  return [
    attemptsDeletion(next, isErased),
    ...tables.map(({ name }) => `delete from ${next}.${name} where ${isErased}`),
  ];
}

function furtherSql(here: string, next: string): string[] {
  const heardOf = (table: QueryModelTable, key: string) =>
    `update ${next}.${table} n set updated_at = t.updated_at from ${here}.${table} t
      where ${key} and t.version = n.version and t.updated_at <> n.updated_at`;
  return [
    ...deletionsSql(next),
    differencesCarriedSql(here, next),
    heardOf('institutions', 't.id = n.id'),
    heardOf('webhook_deliveries', 't.endpoint_id = n.endpoint_id and t.id = n.id'),
  ];
}
