import { createNextModel } from '@tributary/api-gateway';
import { SERVICES, ServiceName } from '@tributary/contracts';
import {
  columnNames,
  CopiedTable,
  madeByNewer,
  Manifest,
  Progress,
  readManifest,
  tableName,
  TABLES,
  tablesOf,
} from '@tributary/operator';
import { Database, SPARE_SCHEMAS } from '@tributary/persistence';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { BackupFailed } from '@tributary/service';
import { Client } from 'pg';
import { from } from 'pg-copy-streams';
import type { OpenDatabase } from '../../database';
import { migrationSteps } from '../../services/migrations';
import { schemaOf } from '../../services/service-environment';

/**
 * Fills an empty database with a copy. The tables get the schema of the backup; later migrations run at the next start.
 * @throws BackupFailed if the copy is incomplete, or of a newer version
 */
export async function readCopy(
  { adminUrl, databaseUrls }: Pick<OpenDatabase, 'adminUrl' | 'databaseUrls'>,
  directory: string,
  progress: Progress,
): Promise<void> {
  const manifest = readManifest(directory);
  for (const service of SERVICES) {
    progress.show(`tables of ${service}`);
    await makeTables(service, databaseUrls.get(schemaOf(service)) ?? '', manifest);
  }
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(
      'begin; set local statement_timeout = 0; set local session_replication_role = replica',
    );
    await emptyTables(client, manifest);
    for (const [index, table] of manifest.tables.entries()) {
      progress.show(`${index} of ${manifest.tables.length} tables filled`);
      await fillTable(client, table, path.join(directory, TABLES, table.file));
    }
    await setSequences(client, manifest);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

/**
 * Creates the schema of a service with the migrations that the copy had, and the tables of a rebuild that was under
 * way.
 */
async function makeTables(service: ServiceName, url: string, manifest: Manifest): Promise<void> {
  const schema = schemaOf(service);
  const had = new Set(manifest.migrations[schema] ?? []);
  const migrations = migrationSteps(service).filter((step) => had.has(new step().name ?? step.name));
  if (migrations.length < had.size) throw madeByNewer();
  const database = await Database.open({ url, schema, migrations });
  try {
    if (manifest.tables.some((table) => table.schema === SPARE_SCHEMAS[schema])) {
      await database.transaction((tx) => createNextModel(tx, schema));
    }
  } finally {
    await database.close();
  }
}

/**
 * Empties the tables. The copy contains the rows that migrations write, too.
 * @throws BackupFailed if the tables differ from the copy's tables
 */
async function emptyTables(client: Client, { tables }: Manifest): Promise<void> {
  const layout = (all: readonly Pick<CopiedTable, 'schema' | 'name' | 'columns'>[]) =>
    all.map((table) => `${tableName(table)} (${columnNames([...table.columns].sort())})`).sort();
  const made = await tablesOf(client);
  if (layout(made).join() !== layout(tables).join()) throw madeByNewer();
  await client.query(`truncate ${made.map(tableName).join(', ')}`);
}

async function fillTable(client: Client, table: CopiedTable, file: string): Promise<void> {
  const copy = client.query(from(`copy ${tableName(table)} (${columnNames(table.columns)}) from stdin`));
  await pipeline(createReadStream(file), createGunzip(), copy);
  if (copy.rowCount !== table.rows) {
    throw new BackupFailed(
      `The backup is damaged: ${table.schema}.${table.name} has ${copy.rowCount} rows, not ${table.rows}.`,
    );
  }
}

async function setSequences(client: Client, { sequences }: Manifest): Promise<void> {
  for (const { schema, name, value } of sequences) {
    if (value === null) continue;
    await client.query('select setval($1::regclass, $2, true)', [tableName({ schema, name }), value]);
  }
}
