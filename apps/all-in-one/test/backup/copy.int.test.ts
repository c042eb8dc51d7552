import { ServiceName, SERVICES } from '@tributary/contracts';
import { Manifest, MANIFEST, Progress, readManifest, TABLES, writeCopy } from '@tributary/operator';
import { Database, provisionSchemas } from '@tributary/persistence';
import { createTestDatabase, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { readCopy } from '../../src/backup/copy/read-copy';
import type { OpenDatabase } from '../../src/database';
import { migrationSteps } from '../../src/services/migrations';
import { schemaOf, SCHEMAS } from '../../src/services/service-environment';

jest.setTimeout(120_000);

const databases: TestDatabase[] = [];
let copy: string;
beforeAll(() => (copy = mkdtempSync(path.join(tmpdir(), 'tributary-copy-'))));
afterAll(async () => {
  rmSync(copy, { recursive: true, force: true });
  for (const database of databases) await database.drop();
});

async function emptyDatabase(name: string): Promise<OpenDatabase> {
  const database = await createTestDatabase(name);
  databases.push(database);
  // Roles and their password belong to the whole server, which other suites use meanwhile.
  const secrets = { masterKey: '', rolePassword: ROLE_PASSWORD };
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  return { adminUrl: database.url, databaseUrls: await provisionSchemas(database.url, owners), secrets };
}

/** Creates the schema of a service, without its last migrations. */
async function migrated(database: OpenDatabase, service: ServiceName, without = 0): Promise<Database> {
  const schema = schemaOf(service);
  const steps = migrationSteps(service);
  const migrations = steps.slice(0, steps.length - without);
  return Database.open({ url: database.databaseUrls.get(schema) ?? '', schema, migrations });
}

const AWKWARD = 'tab\there, line\nthere, back\\slash, \\. alone, ’quotes’ and ä';

const INSERT_USER = `insert into users (name, email, plan) values ($1, $2, 'FREE')`;

/** Returns a database of the previous release: each service without its last migration, and a row in each. */
async function releaseBefore(): Promise<OpenDatabase> {
  const database = await emptyDatabase('copied');
  for (const service of SERVICES) {
    const opened = await migrated(database, service, 1);
    await opened.execute('insert into erased_users (user_id) values (7)');
    if (service === 'api-gateway') await opened.execute(INSERT_USER, [AWKWARD, 'a@example.com']);
    await opened.close();
  }
  return database;
}

const quiet = () => new Progress();

function changed(change: (manifest: Manifest) => Manifest): string {
  const directory = mkdtempSync(path.join(copy, 'changed-'));
  writeFileSync(path.join(directory, MANIFEST), JSON.stringify(change(readManifest(copy))));
  return directory;
}

describe('a copy of a database', () => {
  it('of the release before is restored as it was, and migrated afterwards', async () => {
    const before = await releaseBefore();
    await writeCopy(before.adminUrl, copy, quiet());
    const restored = await emptyDatabase('restored');
    await readCopy(restored, copy, quiet());
    for (const service of SERVICES) {
      const opened = await migrated(restored, service);
      expect(await opened.query('select user_id as id from erased_users')).toEqual([{ id: 7 }]);
      const [{ count } = { count: 0 }] = await opened.query<{ count: number }>(
        'select count(*) as count from migrations',
      );
      expect(count).toBe(migrationSteps(service).length);
      if (service === 'api-gateway') {
        expect(await opened.query('select name from users')).toEqual([{ name: AWKWARD }]);
        // Sequences continue where they were.
        const [next] = await opened.query<{ id: number }>(`${INSERT_USER} returning id`, [
          'B',
          'b@example.com',
        ]);
        expect(next?.id).toBe(2);
      }
      await opened.close();
    }
  });

  it('of a newer release is refused, in words', async () => {
    const into = await emptyDatabase('older');
    const newerForm = changed((manifest) => ({ ...manifest, format: manifest.format + 1 }));
    await expect(readCopy(into, newerForm, quiet())).rejects.toThrow(/made by a newer version/);
    const newerTables = changed((manifest) => ({
      ...manifest,
      migrations: { ...manifest.migrations, rule_engine: ['Baseline1764400000000', 'Later2000000000000'] },
    }));
    await expect(readCopy(into, newerTables, quiet())).rejects.toThrow(/made by a newer version/);
  });

  it('that lost rows is refused, and nothing of it stays', async () => {
    const into = await emptyDatabase('damaged');
    const table = readManifest(copy).tables.find(({ name }) => name === 'erased_users');
    const file = path.join(copy, TABLES, table?.file ?? '');
    const whole = readFileSync(file);
    expect(gunzipSync(whole).toString()).toMatch(/^7\t/);
    writeFileSync(file, gzipSync(''));
    await expect(readCopy(into, copy, quiet())).rejects.toThrow(/damaged: .*erased_users has 0 rows, not 1/);
    writeFileSync(file, whole);
    const gateway = await migrated(into, 'api-gateway');
    expect(await gateway.query('select id from users')).toEqual([]);
    await gateway.close();
  });
});
