import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { askForTestResource } from '../test-resource';

/** A database of one test's own. */
export interface TestDatabase {
  /** The superuser's. */
  url: string;
  name: string;
  /** Removes it, cutting connections that are still open. */
  drop: () => Promise<void>;
}

/** The superuser's url of the one server of this run: `TEST_DATABASE_URL`, else an embedded one. */
export function testPostgres(): Promise<string> {
  return askForTestResource('postgres');
}

/** A fresh, empty database on it, or on another server; `label` makes it recognizable in the server's views. */
export async function createTestDatabase(label = 'test', serverUrl?: string): Promise<TestDatabase> {
  return create(serverUrl ?? (await testPostgres()), label, 'template1');
}

/** A database with everything that the template has. */
export function cloneDatabase(template: string, label: string, server: string): Promise<TestDatabase> {
  return create(server, label, template);
}

/** The same server's address of another database. */
export function urlOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}

/** Copying files takes half the time of PostgreSQL's default, which writes each page into the log (measured: 30 for 65 ms). */
async function create(server: string, label: string, template: string): Promise<TestDatabase> {
  const name = `${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)}_${randomBytes(6).toString('hex')}`;
  await runOn(server, `CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY file_copy`);
  return { url: urlOf(server, name), name, drop: () => drop(server, name) };
}

/** Removes the templates that a run made on a server which outlives it. */
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

/** How the names of a run's templates begin. */
export function templatePrefix(run: string): string {
  return `template_${run}_`;
}

/** So long a connection that was ended may take to leave, on a busy machine. */
const LEAVING_MS = 5_000;

/** Waits for connections that are leaving: to one that is cut, pg says so with an error that nobody takes any more. */
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
