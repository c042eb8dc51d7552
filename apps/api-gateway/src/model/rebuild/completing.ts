import { Database } from '@tributary/persistence';
import { TABLES_OF_ACCOUNTS } from '../deletions';
import { DESTINATIONS } from '../projections/destinations.projection';
import { writeNextModel } from '../model-writes';
import { ProjectedTable } from '../projections/projected-table';
import {
  ACCOUNTS,
  CONNECTIONS,
  REPROCESSINGS,
  RULE_APPLICATIONS,
  RULES,
  TRANSFER_LINKS,
  WEBHOOK_ENDPOINTS,
} from '../projections/resources.projection';
import { TRANSACTIONS } from '../projections/transactions.projection';
import { QUERY_MODEL_TABLES } from '../tables';
import { WEBHOOK_ATTEMPTS, WEBHOOK_DELIVERIES, WEBHOOK_EVENTS } from '../projections/webhooks.projection';
import { nextSchemaOf } from './next-model';

/**
 * Copies from the current model what no owner can replay, after they have replayed everything else:
 * - tombstones, so that late messages do not restore deleted resources;
 * - results of drift checks, which are published once;
 * - deliveries and events that their owner has deleted and that are still shown here;
 * - the times of changes of institutions and deliveries. Replayed rows have priority. @returns false if the rebuild
 *   ended meanwhile
 */
export async function completeNextModel(database: Database, rebuildId: number): Promise<boolean> {
  const { schema } = database.options;
  const next = nextSchemaOf(schema);
  const statements = [
    ...TOMBSTONES.map((table) => tombstonesSql(table, schema, next)),
    ...forgottenSql(schema, next),
    ...TABLES_OF_ACCOUNTS.map(
      (table) =>
        `delete from ${next}.${table} where account_id in (select id from ${next}.accounts where deleted)`,
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

const TOMBSTONES: readonly { readonly table: ProjectedTable; readonly isGone: string }[] = [
  ...[
    CONNECTIONS,
    ACCOUNTS,
    RULES,
    RULE_APPLICATIONS,
    REPROCESSINGS,
    TRANSFER_LINKS,
    WEBHOOK_ENDPOINTS,
    DESTINATIONS,
  ].map((table) => ({ table, isGone: 'deleted' })),
  { table: TRANSACTIONS, isGone: 'removed' },
];

function tombstonesSql({ table, isGone }: (typeof TOMBSTONES)[number], here: string, next: string): string {
  return carrySql(table, here, next, isGone);
}

/** Rows of the present model that the next one lacks. */
function carrySql(table: ProjectedTable, here: string, next: string, condition: string): string {
  const columns = Object.keys(table.columns).join(', ');
  return `insert into ${next}.${table.name} (${columns}) select ${columns} from ${here}.${table.name} t
           where ${condition} on conflict do nothing`;
}

/** Older than all that the owner still has; of an endpoint, or an account, that is there. */
function forgottenSql(here: string, next: string): string[] {
  const oldest = (table: string) =>
    `t.created_at < coalesce((select min(n.created_at) from ${next}.${table} n), 'infinity')`;
  const endpointIsThere = `exists (select from ${next}.webhook_endpoints e where e.id = t.endpoint_id and not e.deleted)`;
  return [
    carrySql(
      WEBHOOK_EVENTS,
      here,
      next,
      `${oldest('webhook_events')} and (t.type = 'account.deleted' or not exists (
      select from ${next}.accounts a where a.id = t.account_id and a.deleted))`,
    ),
    carrySql(WEBHOOK_DELIVERIES, here, next, `${oldest('webhook_deliveries')} and ${endpointIsThere}`),
    carrySql(
      WEBHOOK_ATTEMPTS,
      here,
      next,
      `exists (select from ${next}.webhook_deliveries d
      where d.endpoint_id = t.endpoint_id and d.id = t.delivery_id)`,
    ),
  ];
}

/** What was published about users before they were erased. */
async function erasedSql(database: Database, next: string): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'user_id'
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and to_regclass('erased_users') is not null`,
    [QUERY_MODEL_TABLES],
  );
  if (tables.length === 0) return [];
  const isErased = 'user_id in (select user_id from erased_users)';
  return [
    `delete from ${next}.webhook_attempts where endpoint_id in (
       select endpoint_id from ${next}.webhook_deliveries where ${isErased})`,
    ...tables.map(({ name }) => `delete from ${next}.${name} where ${isErased}`),
  ];
}

function furtherSql(here: string, next: string): string[] {
  const heardOf = (table: string, key: string) =>
    `update ${next}.${table} n set updated_at = t.updated_at from ${here}.${table} t
      where ${key} and t.version = n.version and t.updated_at <> n.updated_at`;
  return [
    `delete from ${next}.webhook_events where type <> 'account.deleted'
        and account_id in (select id from ${next}.accounts where deleted)`,
    ...['webhook_deliveries', 'webhook_attempts'].map(
      (table) =>
        `delete from ${next}.${table} where endpoint_id in (select id from ${next}.webhook_endpoints where deleted)`,
    ),
    `insert into ${next}.drift_differences select t.* from ${here}.drift_differences t
       join ${next}.drift_checks c on c.id = t.check_id on conflict do nothing`,
    heardOf('institutions', 't.id = n.id'),
    heardOf('webhook_deliveries', 't.endpoint_id = n.endpoint_id and t.id = n.id'),
  ];
}
