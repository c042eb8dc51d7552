import { SERVICES } from '@tributary/contracts';
import { COPIED_SCHEMAS, Progress, tableName, TABLES, tablesOf, writeCopy } from '@tributary/operator';
import { Database } from '@tributary/persistence';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { readCopy } from '../apps/all-in-one/src/backup/copy/read-copy';
import { DataDir } from '../apps/all-in-one/src/data-dir';
import { OpenDatabase, openDatabase } from '../apps/all-in-one/src/database';
import type { Cleanup } from '../apps/all-in-one/src/program';
import { migrationSteps } from '../apps/all-in-one/src/services/migrations';
import { schemaOf } from '../apps/all-in-one/src/services/service-environment';
import { inScratch, report, say, secondsOf } from './benchmark';
import { fillQueryModel } from './rest/query-model-rows';

/**
 * A home with 1,000,000 transactions, in the query model and in ingestion-sync: what its backup and its restore take, and
 * whether the restored tables have equal checksums.
 *
 *   npm run bench -- backup
 */
const TRANSACTIONS = 1_000_000;
const USER = 1;

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const cleanup: Cleanup = [];
    try {
      const home = await opened(path.join(scratch, 'home'), cleanup);
      await fill(home);
      const copy = path.join(scratch, 'copy');
      mkdirSync(copy);
      const backupSeconds = await secondsOf(() => writeCopy(home.adminUrl, copy, new Progress()));
      const restored = await opened(path.join(scratch, 'restored'), cleanup);
      const restoreSeconds = await secondsOf(() => readCopy(restored, copy, new Progress()));
      const differing = await differingTables(home.adminUrl, restored.adminUrl);
      report('backup', {
        ratios: { differingTables: differing.length },
        figures: {
          transactions: TRANSACTIONS,
          backupSeconds,
          restoreSeconds,
          databaseBytes: await databaseBytes(home.adminUrl),
          backupBytes: bytesOf(path.join(copy, TABLES)),
          peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
          differing,
        },
        limits: { differingTables: { max: 0 } },
      });
    } finally {
      for (const stop of cleanup.reverse()) await stop();
    }
  });
}

function opened(directory: string, cleanup: Cleanup): Promise<OpenDatabase> {
  return openDatabase({ databaseUrl: null }, new DataDir(directory), {
    cleanup,
    fail: (error) => say(String(error)),
  });
}

async function fill({ adminUrl, databaseUrls }: OpenDatabase): Promise<void> {
  for (const service of SERVICES) {
    const schema = schemaOf(service);
    const url = databaseUrls.get(schema) ?? '';
    await (await Database.open({ url, schema, migrations: migrationSteps(service) })).close();
  }
  const size = { transactions: TRANSACTIONS, ofTheUser: TRANSACTIONS };
  await fillQueryModel(databaseUrls.get('api_gateway') ?? '', USER, size, () => undefined);
  await asAdmin(adminUrl, (client) => client.query(INGESTED));
}

/** What the query model shows, as ingestion-sync keeps it. */
const INGESTED = `
  with account as (
    insert into ingestion_sync.financial_accounts (user_id, provider, external_id, identity_key, profile, config, health)
    values (${USER}, 'MANUAL', 'a', 'a', '{"currency":"EUR"}', '{}', '{}') returning id
  )
  insert into ingestion_sync.transactions (account_id, identity_key, identity_rank, content_hash, booked, booking_date, document, raw, day)
  select a.id, 'key-' || t.id, 0, md5(t.id::text), true, date '2026-01-01' + (t.id % 300)::int, t.raw, t.raw::json,
         date '2026-01-01' + (t.id % 300)::int
    from api_gateway.transactions t cross join account a`;

/** Tables whose rows are not those of the other database. */
async function differingTables(one: string, other: string): Promise<string[]> {
  const [here, there] = await Promise.all([checksums(one), checksums(other)]);
  return [...new Set([...Object.keys(here), ...Object.keys(there)])].filter(
    (name) => here[name] !== there[name],
  );
}

/** Without the order of rows: the sum of the rows' hashes. */
function checksums(url: string): Promise<Record<string, string>> {
  return asAdmin(url, async (client) => {
    const sums: Record<string, string> = {};
    for (const table of await tablesOf(client)) {
      const name = tableName(table);
      const { rows } = await client.query<{ sum: string }>(
        `select count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) as sum from ${name} t`,
      );
      sums[name] = rows[0]?.sum ?? '';
    }
    return sums;
  });
}

function databaseBytes(url: string): Promise<number> {
  return asAdmin(url, async (client) => {
    const { rows } = await client.query<{ bytes: string }>(
      `select sum(pg_total_relation_size(c.oid)) as bytes from pg_class c
        where c.relkind = 'r' and c.relnamespace::regnamespace::text = any($1)`,
      [COPIED_SCHEMAS],
    );
    return Number(rows[0]?.bytes);
  });
}

async function asAdmin<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function bytesOf(directory: string): number {
  return readdirSync(directory).reduce((sum, name) => sum + statSync(path.join(directory, name)).size, 0);
}

void main();
