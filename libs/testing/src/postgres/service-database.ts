import {
  Database,
  DatabaseOptions,
  provisionSchemas,
  withAdvisoryLock,
  withClient,
} from '@tributary/persistence';
import { createHash } from 'node:crypto';
import { Client } from 'pg';
import { isOutdatedRun } from '../shared-postgres/made-from';
import { cloneDatabase, TestDatabase, templatePrefix, testPostgres, urlOf } from './test-postgres';
import { TEST_RUN } from '../test-resource';
import { workspaceRoot } from '../workspace-root';

/** A service's schema with its migrations. */
export interface ServiceSchema {
  readonly schema: string;
  /** Without migrations the schema stays empty. */
  readonly migrations: DatabaseOptions['migrations'];
}

/** A database of one test with migrated schemas. */
export interface ServiceDatabase extends TestDatabase {
  /** The URL of each schema's role, by schema. */
  readonly urls: ReadonlyMap<string, string>;
}

/** The password of every service's role. Roles belong to the whole server, so all suites share them. */
export const ROLE_PASSWORD = 'test';

/**
 * Creates a clone of a template with these schemas, so that a service that starts on it has nothing to migrate. Suites
 * about migrations use `createTestDatabase` instead.
 */
export async function createServiceDatabase(schemas: readonly ServiceSchema[]): Promise<ServiceDatabase> {
  const server = await testPostgres();
  const template = await templateOf(schemas, server);
  const clone = await cloneDatabase(template, schemas[0]?.schema ?? 'service', server);
  // A clone has the schemas, but not the settings and rights of the template's database.
  return { ...clone, urls: await provisionSchemas(clone.url, ownersOf(schemas)) };
}

/** Returns the URL of the role in a database with one schema. */
export function onlyUrlOf({ urls }: ServiceDatabase): string {
  const [url, another] = [...urls.values()];
  if (url === undefined || another !== undefined) throw new Error('the database has not exactly one schema');
  return url;
}

/** The templates that this suite has used, so that each is looked up once. */
const templates = new Map<string, Promise<string>>();

function templateOf(schemas: readonly ServiceSchema[], server: string): Promise<string> {
  const name = `${templatePrefix(run())}${hashOf(schemas)}`;
  const known = templates.get(name) ?? makeTemplate(name, schemas, server).then(() => name);
  templates.set(name, known);
  return known;
}

function run(): string {
  return process.env[TEST_RUN] ?? '';
}

/**
 * Returns the name of a template; the first suite that needs it makes it while others wait. No connections to a
 * finished one are allowed, because PostgreSQL cannot clone a database that is in use.
 */
async function makeTemplate(name: string, schemas: readonly ServiceSchema[], server: string): Promise<void> {
  await withAdvisoryLock(server, name, () =>
    withClient(server, async (admin) => {
      if (await isFinished(admin, name)) return;
      await admin.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`); // its maker was killed
      await admin.query(`CREATE DATABASE "${name}"`);
      const urls = await provisionSchemas(urlOf(server, name), ownersOf(schemas));
      await Promise.all(schemas.map((one) => migrate(one, urls.get(one.schema) ?? '')));
      // A template from changed sources is only for the suite that made it; later runs must not find it by the name of
      // the older sources.
      const isForAll = !isOutdatedRun(run(), workspaceRoot());
      await admin.query(`ALTER DATABASE "${name}" WITH IS_TEMPLATE ${isForAll} ALLOW_CONNECTIONS false`);
    }),
  );
}

async function isFinished(admin: Client, name: string): Promise<boolean> {
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1 AND datistemplate', [
    name,
  ]);
  return rowCount !== 0;
}

async function migrate({ schema, migrations }: ServiceSchema, url: string): Promise<void> {
  if (migrations.length === 0) return;
  const database = await Database.open({ url, schema, migrations, poolSize: 1 });
  await database.close();
}

function ownersOf(schemas: readonly ServiceSchema[]) {
  return schemas.map(({ schema }) => ({ schema, password: ROLE_PASSWORD }));
}

/**
 * Returns a hash of the schemas. With the run's name it names a template, which lasts for one run or for one state of
 * the sources.
 */
function hashOf(schemas: readonly ServiceSchema[]): string {
  const content = schemas.map(({ schema, migrations }) => [
    schema,
    migrations.map((one) => [new one().name, String(one)]),
  ]);
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 16);
}
