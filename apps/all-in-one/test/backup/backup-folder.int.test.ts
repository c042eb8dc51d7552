import { SERVICES } from '@tributary/contracts';
import {
  BackupFolder,
  filesOf,
  makeBackup,
  pack,
  Progress,
  readManifest,
  run,
  TABLES,
  unpack,
  verify,
  writeCopy,
} from '@tributary/operator';
import { Database, provisionSchemas } from '@tributary/persistence';
import { BACKUP_AGE } from '@tributary/service';
import { createTestDatabase, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { restoreDatabase } from '../../src/backup/restore-database';
import { migrationSteps } from '../../src/services/migrations';
import { SCHEMAS, schemaOf } from '../../src/services/service-environment';

jest.setTimeout(120_000);

const EARLIER = 'tributary-2026-11-01T02-30-00Z.tar';
const EARLIEST = 'tributary-2026-10-31T02-30-00Z.tar';

describe('backups in a folder', () => {
  const databases: TestDatabase[] = [];
  let root: string;
  let source: TestDatabase;
  let folders = 0;

  beforeAll(async () => {
    root = mkdtempSync(path.join(tmpdir(), 'tributary-kept-'));
    source = await provisioned('kept');
    for (const service of SERVICES) {
      const schema = schemaOf(service);
      const database = await Database.open({ url: source.url, schema, migrations: migrationSteps(service) });
      if (service === 'api-gateway')
        await database.execute(
          `insert into users (name, email, plan) values ('Maija', 'm@example.com', 'FREE')`,
        );
      await database.close();
    }
  });
  afterAll(async () => {
    rmSync(root, { recursive: true, force: true });
    for (const database of databases) await database.drop();
  });

  async function provisioned(name: string): Promise<TestDatabase> {
    const database = await createTestDatabase(name);
    databases.push(database);
    // Roles and their password belong to the whole server, which other suites use meanwhile.
    await provisionSchemas(
      database.url,
      SCHEMAS.map((schema) => ({ schema, password: ROLE_PASSWORD })),
    );
    return database;
  }

  async function query<Row extends object>(database: TestDatabase, sql: string): Promise<Row[]> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    return (await client.query<Row>(sql).finally(() => client.end())).rows;
  }

  /** Returns a folder with earlier backups. */
  function folderWith(...names: string[]): BackupFolder {
    const folder = new BackupFolder(path.join(root, String(folders++)));
    folder.open();
    for (const name of names) writeFileSync(folder.path(name), 'of another night');
    return folder;
  }

  const copy = (directory: string) => writeCopy(source.url, directory, new Progress());
  const make = (folder: BackupFolder, more: Partial<Parameters<typeof makeBackup>[0]> = {}) =>
    makeBackup({ adminUrl: source.url, folder, keep: 2, by: 'test', copy, ...more });
  const recorded = () =>
    query<{ outcome: string | null; error: string | null }>(
      source,
      `select outcome, error from api_gateway.operator_requests where kind = 'backup' order by id desc limit 1`,
    );

  it('are for their owner alone, and only as many stay as are kept', async () => {
    const folder = folderWith(EARLIEST, EARLIER, 'notes.txt');
    const { name } = await make(folder);
    expect(readdirSync(folder.root).sort()).toEqual(['notes.txt', EARLIER, name].sort());
    expect(statSync(folder.path(name)).mode & 0o077).toBe(0);
    expect(await recorded()).toEqual([{ outcome: name, error: null }]);
  });

  it('fill an empty database again, with tables of the services’ own roles, whose ids go on', async () => {
    const folder = folderWith();
    const { name } = await make(folder);
    const target = await provisioned('kept_again');
    await restoreDatabase(target.url, folder.path(name));
    expect(await query(target, 'select name, email from api_gateway.users')).toEqual([
      { name: 'Maija', email: 'm@example.com' },
    ]);
    const foreign = await query(
      target,
      `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where n.nspname = any('{${SCHEMAS.join()}}') and pg_get_userbyid(c.relowner) <> n.nspname`,
    );
    expect(foreign).toEqual([]);
    expect(await query(target, `select 1 from pg_roles where rolname ~ '^tributary_restore_'`)).toEqual([]);
    const [next] = await query<{ id: string }>(
      target,
      `insert into api_gateway.users (name, email, plan) values ('B', 'b@example.com', 'FREE') returning id`,
    );
    expect(Number(next?.id)).toBeGreaterThan(1_000_000);
    const gateway = await Database.open({
      url: target.url,
      schema: 'api_gateway',
      migrations: migrationSteps('api-gateway'),
    });
    await gateway.close();
    await expect(restoreDatabase(target.url, folder.path(name))).rejects.toThrow(/a restore replaces none/);
  });

  it('that are damaged leave the database empty, and it can be filled by another one', async () => {
    const folder = folderWith();
    const { name } = await make(folder);
    const target = await provisioned('kept_damaged');
    const cut = path.join(root, 'cut.tar');
    const whole = readFileSync(folder.path(name));
    writeFileSync(cut, whole.subarray(0, Math.floor(whole.length * 0.7)));
    await expect(restoreDatabase(target.url, cut)).rejects.toThrow();
    const files = mkdtempSync(path.join(root, 'files-'));
    await unpack(folder.path(name), files);
    const { file = '' } = readManifest(files).tables.find((table) => table.name === 'users') ?? {};
    writeFileSync(path.join(files, TABLES, file), gzipSync(''));
    await pack(files, cut, filesOf(readManifest(files)));
    await expect(restoreDatabase(target.url, cut)).rejects.toThrow(
      /damaged: api_gateway.users has 0 rows, not 1/,
    );
    const left = await query(target, `select 1 from pg_tables where schemaname = any('{${SCHEMAS.join()}}')`);
    expect(left).toEqual([]);
    await restoreDatabase(target.url, folder.path(name));
  });

  it('that fail leave the earlier ones and nothing else, and say why', async () => {
    const folder = folderWith(EARLIEST, EARLIER);
    const full = Object.assign(new Error('write'), { code: 'ENOSPC' });
    const failing = make(folder, {
      copy: async (directory) => {
        await copy(directory);
        throw full;
      },
    });
    await expect(failing).rejects.toThrow('The disk of the backups is full: make room, or keep fewer.');
    expect(readdirSync(folder.root).sort()).toEqual([EARLIEST, EARLIER]);
    expect(await recorded()).toEqual([
      { outcome: null, error: 'The disk of the backups is full: make room, or keep fewer.' },
    ]);
  });

  it('are as the snapshot of a backup point has the database, whatever is written meanwhile', async () => {
    const client = new Client({ connectionString: source.url });
    await client.connect();
    try {
      await client.query('begin isolation level repeatable read, read only');
      const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
      const counted = await query<{ count: string }>(source, 'select count(*) from rule_engine.erased_users');
      await query(source, 'insert into rule_engine.erased_users (user_id) values (77)');
      const directory = mkdtempSync(path.join(root, 'point-'));
      const { tables } = await writeCopy(source.url, directory, new Progress(), rows[0]?.id);
      const copied = tables.find(({ schema, name }) => schema === 'rule_engine' && name === 'erased_users');
      expect(copied?.rows).toBe(Number(counted[0]?.count));
    } finally {
      await client.end();
    }
  });

  it('are read back: what is not as it was written is no backup', async () => {
    const directory = mkdtempSync(path.join(root, 'copy-'));
    const manifest = await copy(directory);
    const files = filesOf(manifest);
    const archive = path.join(root, 'read-back.tar');
    await pack(directory, archive, files);
    await verify(archive, directory, files);
    const whole = readFileSync(archive);
    for (const broken of [whole.subarray(0, whole.length / 2), changedIn(whole)]) {
      writeFileSync(archive, broken);
      await expect(verify(archive, directory, files)).rejects.toThrow(/is not what was read back/);
    }
  });

  /** Returns the archive with one changed bit in the content of the first file. */
  function changedIn(whole: Buffer): Buffer {
    const changed = Buffer.from(whole);
    changed[600] = (changed[600] ?? 0) ^ 1;
    return changed;
  }

  it('remove what a process that died has left', async () => {
    const folder = folderWith();
    mkdirSync(folder.path('.tributary-draft-1'));
    writeFileSync(folder.path('.tributary-draft-1/archive.tar'), 'half of one');
    const { name } = await make(folder);
    expect(readdirSync(folder.root)).toEqual([name]);
  });

  it('are made by one process at a time', async () => {
    const folder = folderWith();
    const outcomes = await Promise.allSettled([make(folder), make(folder)]);
    const refused = outcomes.filter((one) => one.status === 'rejected');
    expect(refused.map(({ reason }) => String(reason))).toEqual([
      'BackupFailed: Another backup is being made: wait for its end.',
    ]);
    expect(folder.backups()).toHaveLength(1);
  });

  it('are not begun where one like the last has no room', async () => {
    const folder = folderWith(EARLIER);
    truncateSync(folder.path(EARLIER), 2 ** 42); // a sparse file uses no disk space itself
    await expect(make(folder)).rejects.toThrow(
      /MB are free on the disk of .* a backup needs about 9227468 MB/,
    );
    expect(readdirSync(folder.root)).toEqual([EARLIER]);
  });

  it('are refused in words where nothing may be written', async () => {
    writeFileSync(path.join(root, 'file'), '');
    await expect(make(new BackupFolder(path.join(root, 'file', 'below')))).rejects.toThrow(
      /cannot be written to: let the user \S+ write there/,
    );
  });

  it('are made by a command, which notes those of others, too', async () => {
    const lines: string[] = [];
    const output = {
      out: (line: string) => void lines.push(line),
      err: (line: string) => void lines.push(line),
    };
    const environment = { DATABASE_ADMIN_URL: source.url };
    const folder = path.join(root, 'by-command');
    expect(await run(['backups', 'make', folder, '--keep', '1'], environment, output)).toBe(0);
    expect(await run(['backups', 'make', folder, '--keep', '1'], environment, output)).toBe(0);
    expect(lines.at(-1)).toMatch(/^Backed up \d+ rows of \d+ tables: tributary-.*Z\.tar$/);
    expect(await run(['backups', 'list', folder], environment, output)).toBe(0);
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({
      name: expect.stringMatching(/^tributary-/) as string,
      made_at: expect.any(String) as string,
    });
    expect(readdirSync(folder)).toHaveLength(1);
    expect(await run(['backups', 'note'], environment, output)).toBe(0);
    expect(await recorded()).toEqual([{ outcome: 'made in another way', error: null }]);
    expect(await run(['backups', 'make', folder, '--keep', '0'], environment, output)).toBe(1);
  });

  it('have an age: of the last good one, and of the first account where there is none', async () => {
    const target = await provisioned('kept_age');
    const gateway = await Database.open({
      url: target.url,
      schema: 'api_gateway',
      migrations: migrationSteps('api-gateway'),
    });
    const ageNow = async () => (await gateway.query<{ age: number | null; failures: number }>(BACKUP_AGE))[0];
    expect(await ageNow()).toEqual({ age: null, failures: 0 });
    await gateway.execute(
      `insert into users (name, email, plan, created_at) values ('A', 'a@example.com', 'FREE', now() - interval '3 days')`,
    );
    expect((await ageNow())?.age).toBeGreaterThan(3 * 86_400 - 1);
    const recordAt = (error: string | null, ago: string) =>
      gateway.execute(
        `insert into operator_requests (kind, parameters, ended_at, error) values ('backup', '{}', now() - $2::interval, $1)`,
        [error, ago],
      );
    await recordAt('full', '50 hours');
    await recordAt(null, '26 hours');
    await recordAt('full', '2 hours');
    await recordAt('full', '1 hour');
    const found = await ageNow();
    expect(found?.failures).toBe(2);
    expect(Math.round((found?.age ?? 0) / 3600)).toBe(26);
    await gateway.close();
  });
});
