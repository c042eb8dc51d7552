import { prepareRestored, Progress, RequestFailed, SECRETS, tablesOf, unpack } from '@tributary/operator';
import { BackupFailed } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier, escapeLiteral, Pool } from 'pg';
import { SCHEMAS } from '../services/service-environment';
import { readCopy } from './copy/read-copy';
import { damaged, IDS_AHEAD } from './restored';

/**
 * Fills the empty schemas of a provisioned database with a backup of an installation whose keys are stored elsewhere.
 * If it fails, the schemas are empty again. Needs a superuser.
 * @throws BackupFailed
 */
export async function restoreDatabase(adminUrl: string, archive: string): Promise<void> {
  const pool = new Pool({ connectionString: adminUrl, max: 1 });
  pool.on('error', () => undefined); // the user of the connection gets the error
  const files = mkdtempSync(
    path.join(archive === '-' ? tmpdir() : path.dirname(archive), '.tributary-restore-'),
  );
  try {
    await refuseUnlessEmpty(adminUrl);
    await unpack(archive, files);
    if (existsSync(path.join(files, SECRETS)))
      throw new BackupFailed(
        'This is the backup of a home, with its keys: restore it into a TRIBUTARY_HOME.',
      );
    await fill(adminUrl, files);
    await prepareRestored(pool, IDS_AHEAD);
  } catch (error) {
    throw error instanceof RequestFailed ? new BackupFailed(error.message, { cause: error }) : error;
  } finally {
    rmSync(files, { recursive: true, force: true });
    await pool.end();
  }
}

/**
 * Checks that all schemas are empty.
 * @throws BackupFailed
 */
async function refuseUnlessEmpty(adminUrl: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select nspname::text as name from pg_namespace');
    const missing = SCHEMAS.filter((schema) => !rows.some(({ name }) => name === schema));
    if (missing.length > 0)
      throw new BackupFailed(`The database lacks the schemas ${missing.join(', ')}: run provision first.`);
    const tables = await tablesOf(client);
    if (tables.length === 0) return;
    throw new BackupFailed(
      'There are tables in the database, and a restore replaces none: take an empty one, in which services have not started yet.',
    );
  });
}

/**
 * Fills the schemas as a temporary role, because the role that runs migrations owns their tables. Afterwards the
 * services' roles become the owners.
 */
async function fill(adminUrl: string, files: string): Promise<void> {
  await withAdmin(adminUrl, async (client) => {
    const mark = randomBytes(4).toString('hex');
    const password = randomBytes(18).toString('base64url');
    const builders = new Map(SCHEMAS.map((schema) => [schema, `tributary_restore_${mark}_${schema}`]));
    try {
      for (const [schema, builder] of builders) await createBuilder(client, schema, builder, password);
      const databaseUrls = new Map(
        [...builders].map(([schema, builder]) => [schema, urlOf(adminUrl, builder, password)]),
      );
      await readCopy({ adminUrl, databaseUrls }, files, new Progress()).catch(damaged);
      for (const [schema, builder] of builders)
        await client.query(`reassign owned by ${escapeIdentifier(builder)} to ${escapeIdentifier(schema)}`);
    } finally {
      for (const builder of builders.values()) await dropBuilder(client, builder);
    }
  });
}

async function createBuilder(
  client: Client,
  schema: string,
  builder: string,
  password: string,
): Promise<void> {
  const role = escapeIdentifier(builder);
  await client.query(`create role ${role} login password ${escapeLiteral(password)}`);
  await client.query(`grant ${escapeIdentifier(schema)} to ${role}`);
}

/** Drops the role with everything that it still owns, which is the case after a failed restore. */
async function dropBuilder(client: Client, builder: string): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [builder]);
  if (rowCount === 0) return;
  await client.query(`drop owned by ${escapeIdentifier(builder)} cascade`);
  await client.query(`drop role ${escapeIdentifier(builder)}`);
}

function urlOf(adminUrl: string, role: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = role;
  url.password = password;
  return url.toString();
}

async function withAdmin(adminUrl: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  client.on('error', () => undefined); // the user of the connection gets the error
  await client.connect();
  await work(client).finally(() => client.end());
}
