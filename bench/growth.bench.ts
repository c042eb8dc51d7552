import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { inScratch, report, withPostgres } from './benchmark';
import { runDemo } from './demo-run';

/**
 * What a transaction costs on disk: the demo's path over Kafka, bank to webhook, then what each table and its indexes
 * occupy, what was written to PostgreSQL's log, and what the topics hold. For docs/explanation/growth.md.
 *
 *   DEMO_ACCOUNTS=200 npm run bench -- growth     (all 1,229 accounts, 49,102 transactions, where absent)
 */
const SHOWN_FROM_BYTES = 5;

interface TableSize {
  readonly name: string;
  readonly rows: number;
  readonly table: number;
  readonly indexes: number;
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    runDemo(scratch, ['--kafka']);
    await withPostgres(
      path.join(scratch, 'postgres'),
      ({ url }) => measure(url, path.join(scratch, 'kafka')),
      true,
    );
  });
}

async function measure(url: string, topics: string): Promise<void> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    const wal = await walBytes(client); // before the vacuum below writes to it
    const figures = figuresOf(await tableSizes(client), wal, topicBytes(topics));
    report('growth', { ratios: {}, figures, limits: {} });
  } finally {
    await client.end();
  }
}

function figuresOf(tables: readonly TableSize[], wal: number, kafka: number): object {
  const transactions = tables.find(({ name }) => name === 'ingestion_sync.transactions')?.rows ?? 0;
  const each = (bytes: number): number => Math.round(bytes / transactions);
  const bySchema: Record<string, number> = {};
  for (const { name, table, indexes } of tables) {
    const [schema = ''] = name.split('.');
    bySchema[schema] = (bySchema[schema] ?? 0) + table + indexes;
  }
  return {
    transactions,
    bytes_per_transaction: {
      tables: each(tables.reduce((sum, { table }) => sum + table, 0)),
      indexes: each(tables.reduce((sum, { indexes }) => sum + indexes, 0)),
      wal: each(wal),
      kafka: each(kafka),
      by_schema: Object.fromEntries(Object.entries(bySchema).map(([schema, bytes]) => [schema, each(bytes)])),
    },
    by_table: tables
      .filter(({ table, indexes }) => each(table + indexes) >= SHOWN_FROM_BYTES)
      .map(({ name, rows, table, indexes }) => ({ name, rows, table: each(table), indexes: each(indexes) })),
  };
}

/** After a full vacuum: what the rows need, not what work in progress left behind. */
async function tableSizes(client: Client): Promise<TableSize[]> {
  await client.query('vacuum full');
  await client.query('analyze');
  const { rows } = await client.query<Record<'name' | 'rows' | 'table' | 'indexes', string>>(
    `select schemaname || '.' || relname as name, n_live_tup as rows, pg_table_size(relid) as table,
            pg_indexes_size(relid) as indexes
       from pg_stat_user_tables order by pg_total_relation_size(relid) desc`,
  );
  return rows.map(({ name, rows: live, table, indexes }) => ({
    name,
    rows: Number(live),
    table: Number(table),
    indexes: Number(indexes),
  }));
}

/** Everything that was ever written to it, including the creation of the schemas. */
async function walBytes(client: Client): Promise<number> {
  const { rows } = await client.query<{ bytes: string }>(`select wal_bytes as bytes from pg_stat_wal`);
  return Number(rows[0]?.bytes ?? 0);
}

function topicBytes(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.log') && !file.includes('__'))
    .reduce((sum, file) => sum + statSync(path.join(directory, file)).size, 0);
}

void main();
