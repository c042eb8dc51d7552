import { SPARE_SCHEMAS } from '@tributary/persistence';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Client, escapeIdentifier, escapeLiteral } from 'pg';
import { to } from 'pg-copy-streams';
import { SCHEMAS } from '../../operator.config';
import { CopiedSequence, CopiedTable, FORMAT, Manifest, TABLES, writeManifest } from './manifest';
import { Progress } from './progress';

/** Compression of the tables' files: a higher level takes several times as long and saves a tenth. */
const GZIP_LEVEL = 1;

/**
 * Copies all schemas at one moment into a directory, while they are in use. It needs no program of PostgreSQL, so it
 * works with every version of the server. If the bus is in the database too, any moment can be restored.
 * @param snapshot of a backup point, if the bus is elsewhere
 */
export async function writeCopy(
  url: string,
  directory: string,
  progress: Progress,
  snapshot?: string,
): Promise<Manifest> {
  mkdirSync(path.join(directory, TABLES), { mode: 0o700 });
  const client = new Client({ connectionString: url, application_name: 'tributary backup' });
  await client.connect();
  try {
    await client.query('begin isolation level repeatable read, read only');
    if (snapshot !== undefined) await client.query(`set transaction snapshot ${escapeLiteral(snapshot)}`);
    await client.query(ALIKE);
    const tables: CopiedTable[] = [];
    const found = await tablesOf(client);
    for (const table of found) {
      progress.show(`${tables.length} of ${found.length} tables copied`);
      const file = `${tables.length}.copy.gz`;
      const rows = await copyTable(client, table, path.join(directory, TABLES, file));
      tables.push({ ...table, rows, file });
    }
    const manifest: Manifest = {
      format: FORMAT,
      madeAt: new Date().toISOString(),
      migrations: await migrationsOf(client),
      tables,
      sequences: await sequencesOf(client),
    };
    writeManifest(directory, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/** Settings under which values have texts that every server reads in the same way. */
const ALIKE = `
  set local statement_timeout = 0;
  set local datestyle = 'ISO, YMD';
  set local intervalstyle = 'postgres';
  set local timezone = 'UTC'`;

/** The schemas of the services, and those in which a service prepares its next tables. */
export const COPIED_SCHEMAS: readonly string[] = SCHEMAS.flatMap((schema) => {
  const spare = SPARE_SCHEMAS[schema];
  return spare === undefined ? [schema] : [schema, spare];
});

/** Returns a table's name in SQL. */
export function tableName({ schema, name }: Pick<CopiedTable, 'schema' | 'name'>): string {
  return `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;
}

export function columnNames(columns: readonly string[]): string {
  return columns.map(escapeIdentifier).join(', ');
}

/** Returns all tables of the copied schemas with their stored columns. */
export async function tablesOf(client: Client): Promise<Omit<CopiedTable, 'rows' | 'file'>[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[] }>(
    `select n.nspname::text as schema, c.relname::text as name,
            array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '') as columns
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and n.nspname = any($1)
      group by 1, 2 order by 1, 2`,
    [COPIED_SCHEMAS],
  );
  return rows;
}

async function copyTable(
  client: Client,
  table: Omit<CopiedTable, 'rows' | 'file'>,
  file: string,
): Promise<number> {
  const copy = client.query(to(`copy ${tableName(table)} (${columnNames(table.columns)}) to stdout`));
  await pipeline(copy, createGzip({ level: GZIP_LEVEL }), createWriteStream(file, { mode: 0o600 }));
  return copy.rowCount;
}

async function migrationsOf(client: Client): Promise<Record<string, string[]>> {
  const migrations: Record<string, string[]> = {};
  for (const schema of SCHEMAS) {
    const { rows } = await client.query<{ name: string }>(
      `select name from ${tableName({ schema, name: 'migrations' })} order by id`,
    );
    migrations[schema] = rows.map(({ name }) => name);
  }
  return migrations;
}

async function sequencesOf(client: Client): Promise<CopiedSequence[]> {
  const { rows } = await client.query<CopiedSequence>(
    `select schemaname::text as schema, sequencename::text as name, last_value::text as value
       from pg_sequences where schemaname = any($1) order by 1, 2`,
    [COPIED_SCHEMAS],
  );
  return rows;
}
