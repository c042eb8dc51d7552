import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { askForTestResource } from '../test-resource';

/** A database of one test. */
export interface TestDatabase {
  /** The superuser's URL. */
  url: string;
  name: string;
  /** Drops the database and terminates its open connections. */
  drop: () => Promise<void>;
}

/** Returns the superuser's URL of the run's only server: `TEST_DATABASE_URL`, else an embedded one. */
export function testPostgres(): Promise<string> {
  return askForTestResource('postgres');
}

/**
 * Creates an empty database on the run's server or on another one; `label` makes it recognizable in the server's views.
 */
export async function createTestDatabase(label = 'test', serverUrl?: string): Promise<TestDatabase> {
  return create(serverUrl ?? (await testPostgres()), label, 'template1');
}

/** Creates a copy of the template database. */
export function cloneDatabase(template: string, label: string, server: string): Promise<TestDatabase> {
  return create(server, label, template);
}

/** Returns the URL of another database on the same server. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/**
 * Creates a database by copying files, which takes half the time of PostgreSQL's default, which writes each page into
 * the log (measured: 30 ms instead of 65 ms).
 */
async function create(server: string, label: string, template: string): Promise<TestDatabase> {
  const name = `${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)}_${randomBytes(6).toString('hex')}`;
  await runOn(server, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
  return { url: urlOf(server, name), name, drop: () => drop(server, name) };
}

/** Removes a run's templates from a server that outlives it. */
export async function dropTemplates(server: string, run: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      'SELECT datname AS name FROM pg_database WHERE starts_with(datname, $1)',
      [templatePrefix(run)],
    );
    for (const { name } of rows) {
      await client.query(`ALTER DATABASE "${name}" WITH IS_TEMPLATE false`);
      await client.query(`DROP DATABASE "${name}" WITH (FORCE)`);
    }
  } finally {
    await client.end();
  }
}

/** Returns the prefix of the names of a run's templates. */
export function templatePrefix(run: string): string {
  return `template_${run}_`;
}

/** How long a terminated connection may take to end on a busy machine. */
const LEAVING_MS = 5_000;

/**
 * Drops the database after its connections have ended: the driver reports a terminated connection as an error that no
 * code handles any more.
 */
async function drop(server: string, name: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    const isInUse = async (): Promise<boolean> => {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
      return rowCount !== 0;
    };
    const until = Date.now() + LEAVING_MS;
    while (Date.now() < until && (await isInUse())) await setTimeout(20);
    await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  } finally {
    await client.end();
  }
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
