import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { askForTestResource } from './test-resource';

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
  const server = serverUrl ?? (await testPostgres());
  const name = `${label
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)}_${randomBytes(6).toString('hex')}`;
  await runOn(server, `CREATE DATABASE "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return { url: url.href, name, drop: () => runOn(server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`) };
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
