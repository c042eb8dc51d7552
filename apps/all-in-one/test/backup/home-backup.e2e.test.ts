import { createNextModel } from '@tributary/api-gateway';
import { COPIED_SCHEMAS } from '@tributary/operator';
import { Database, programVariables, startEmbeddedPostgres } from '@tributary/persistence';
import { eventually, Visitor } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { DataDir } from '../../src/data-dir';
import { backUpHome } from '../../src/serve/nightly-backups';
import { StartedTributary, startTributary } from '../started-tributary';

jest.setTimeout(240_000);

const FIRST_USER = { name: 'Maija', email: 'maija@example.com', password: 'correct horse battery' };

/**
 * Returns the directory of a PostgreSQL server with pg_dump on this system, as the container image has it; null if
 * there is none.
 */
function systemPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => path.join(root, version, 'bin'));
  return found.find((bin) => ['initdb', 'pg_dump'].every((name) => existsSync(path.join(bin, name)))) ?? null;
}

const bin = systemPostgres();
const itWithPostgres = bin === null ? it.skip : it;

describe('a home', () => {
  let root: string;
  let running: StartedTributary;
  /** Prefix of installations that run the system’s PostgreSQL; the others run npm’s. */
  const ON_SYSTEM = 'system-';
  const binOf = (home: string) => (home.startsWith(ON_SYSTEM) ? (bin ?? '') : undefined);
  function environmentOf(home: string): Record<string, string> {
    const binaries = binOf(home);
    return {
      TRIBUTARY_HOME: path.join(root, home),
      ...(binaries === undefined ? {} : { POSTGRES_BIN: binaries }),
    };
  }
  const archive = () => path.join(root, 'home.tar');

  beforeAll(() => (root = mkdtempSync(path.join(tmpdir(), 'tributary-home-'))));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  afterEach(stop);

  async function stop(): Promise<void> {
    running.process.kill('SIGTERM');
    await running.exit;
  }

  async function serve(home: string): Promise<string> {
    running = startTributary(['serve'], environmentOf(home));
    await eventually(() => expect(running.output()).toContain('Tributary is ready.'), { timeoutMs: 90_000 });
    return printed(/^ {2}console +(http:\S+)$/m);
  }

  async function begin(home: string): Promise<void> {
    const url = await serve(home);
    await new Visitor(url).submit('/first-run', { ...FIRST_USER, code: printed(/enter the code (\S+)/) });
  }

  async function run(command: string, home: string, file = archive()): Promise<string> {
    const program = startTributary([command, file], environmentOf(home));
    const code = await program.exit;
    return `${code}\n${program.output()}`;
  }

  const printed = (pattern: RegExp) => pattern.exec(running.output())?.[1] ?? '';

  /** Returns rows and checksum of every table that a running service does not write by itself. */
  async function contents(url: string): Promise<Record<string, string>> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname = any($1) and tablename !~ 'lease|job|heartbeat|instances' order by 1`,
        [COPIED_SCHEMAS],
      );
      const sums: Record<string, string> = {};
      for (const { name } of tables) {
        const { rows } = await client.query<{ sum: string }>(
          `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as sum from ${name} t`,
        );
        sums[name] = rows[0]?.sum ?? '';
      }
      return sums;
    } finally {
      await client.end();
    }
  }

  /** Returns the contents of an installation that is not running. */
  async function contentsOf(home: string): Promise<Record<string, string>> {
    const binaries = binOf(home);
    const server = await startEmbeddedPostgres({
      dataDir: path.join(root, home, 'postgres'),
      persistent: true,
      ...(binaries === undefined ? {} : { binaries }),
    });
    try {
      return await contents(server.url);
    } finally {
      await server.stop();
    }
  }

  function adminUrl(home: string): string {
    const left = readFileSync(path.join(root, home, 'operator.json'), 'utf8');
    return (JSON.parse(left) as { DATABASE_ADMIN_URL: string }).DATABASE_ADMIN_URL;
  }

  let backedUp: Record<string, string>;

  it('is backed up while it runs, without any program of PostgreSQL, in a file for its owner alone', async () => {
    await begin('first');
    await rebuildIsBegun(adminUrl('first'));
    expect(await run('backup', 'first')).toMatch(/^0\nBacked up \d+ rows of \d+ tables, and the keys\./);
    expect(statSync(archive()).mode & 0o077).toBe(0);
    backedUp = await contents(adminUrl('first'));
    expect(Object.values(backedUp).filter((sum) => !sum.startsWith('0')).length).toBeGreaterThan(5);
  });

  /** Begins a rebuild of the gateway’s query model, which creates the next tables beside the current ones. */
  async function rebuildIsBegun(url: string): Promise<void> {
    const gateway = await Database.open({ url, schema: 'api_gateway', migrations: [] });
    await gateway.transaction((tx) => createNextModel(tx, 'api_gateway'));
    await gateway.close();
  }

  it('keeps backups of its own, with its keys, that a restore takes', async () => {
    const [directory, home] = [path.join(root, 'nightly'), new DataDir(path.join(root, 'first'))];
    await serve('first');
    expect(running.output()).toContain(`backups    every night in ${home.path('backups')}, of which 7 stay`);
    const { name } = await backUpHome({ directory, keep: 2 }, { home, adminUrl: adminUrl('first') });
    const file = path.join(directory, name);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(await run('restore', 'of-the-night', file)).toMatch(/^0\n.*Restored\./s);
    expect(readFileSync(path.join(root, 'of-the-night', 'secrets.json'), 'utf8')).toBe(
      readFileSync(home.path('secrets.json'), 'utf8'),
    );
  });

  it('is restored from the file in an empty place, with equal checksums and its keys', async () => {
    expect(await run('restore', 'second')).toMatch(/^0\n.*Restored\./s);
    expect(readdirSync(path.join(root, 'second')).sort()).toEqual(['postgres', 'secrets.json']);
    expect(await contentsOf('second')).toEqual(backedUp);
    const secretsOf = (home: string) => readFileSync(path.join(root, home, 'secrets.json'), 'utf8');
    expect(secretsOf('second')).toBe(secretsOf('first'));

    const url = await serve('second');
    expect(running.output()).not.toContain('first run');
    expect((await new Visitor(url).submit('/sign-in', FIRST_USER)).location).toBe(`${url}/`);
  });

  itWithPostgres('is restored on another version of PostgreSQL, too', async () => {
    expect(await run('restore', `${ON_SYSTEM}second`)).toMatch(/^0\n.*Restored\./s);
    expect(await contentsOf(`${ON_SYSTEM}second`)).toEqual(backedUp);
  });

  it('is never replaced by a restore, and no backup is made of what does not run', async () => {
    const secrets = readFileSync(path.join(root, 'second', 'secrets.json'), 'utf8');
    expect(await run('restore', 'second')).toMatch(/^1\nThere are data in .*replaces none/);
    expect(readFileSync(path.join(root, 'second', 'secrets.json'), 'utf8')).toBe(secrets);
    expect(await run('backup', 'second')).toMatch(/^1\nTributary does not run with the data in /);
  });

  it('takes nothing else from the file, such as a database of its own', async () => {
    const [more, extra] = [path.join(root, 'more.tar'), path.join(root, 'extra')];
    copyFileSync(archive(), more);
    mkdirSync(path.join(extra, 'postgres'), { recursive: true });
    writeFileSync(path.join(extra, 'postgres', 'PG_VERSION'), '18');
    expect(spawnSync('tar', ['-rf', more, '-C', extra, 'postgres']).status).toBe(0);
    expect(await run('restore', 'fourth', more)).toMatch(/^0\n/);
    expect(await contentsOf('fourth')).toEqual(backedUp);
  });

  it('leaves a place empty if the file is cut short', async () => {
    const cut = path.join(root, 'cut.tar');
    const whole = readFileSync(archive());
    writeFileSync(cut, whole.subarray(0, whole.length / 2));
    expect(await run('restore', 'third', cut)).toMatch(/^1\n/);
    expect(readdirSync(path.join(root, 'third'))).not.toContain('postgres');
    expect(readdirSync(path.join(root, 'third'))).not.toContain('secrets.json');
    expect(await run('restore', 'third')).toMatch(/^0\n/);
  });

  itWithPostgres('orders and folds text as npm’s PostgreSQL does, whichever version it is', async () => {
    await begin(`${ON_SYSTEM}first`);
    const client = new Client({ connectionString: adminUrl(`${ON_SYSTEM}first`) });
    await client.connect();
    const { rows } = await client.query(
      `select array(select t from unnest(array['a','B','Z','ä','Ä']) t order by t) as ordered, lower('ÄŠ') as folded`,
    );
    await client.end();
    expect(rows).toEqual([{ ordered: ['B', 'Z', 'a', 'Ä', 'ä'], folded: 'äš' }]);
  });

  itWithPostgres('is restored from a backup of version 0.2, which pg_dump wrote', async () => {
    const [old, files] = [path.join(root, 'old.tar'), path.join(root, 'old')];
    await serve(`${ON_SYSTEM}first`);
    const before = await contents(adminUrl(`${ON_SYSTEM}first`));
    mkdirSync(files);
    const url = adminUrl(`${ON_SYSTEM}first`);
    const words = ['--format=custom', `--file=${path.join(files, 'database.dump')}`];
    const dumped = spawnSync(path.join(bin ?? '', 'pg_dump'), words, {
      env: { PATH: process.env.PATH, ...programVariables(url) },
    });
    expect(dumped.status).toBe(0);
    copyFileSync(path.join(root, `${ON_SYSTEM}first`, 'secrets.json'), path.join(files, 'secrets.json'));
    expect(spawnSync('tar', ['-cf', old, '-C', files, 'secrets.json', 'database.dump']).status).toBe(0);
    expect(await run('restore', `${ON_SYSTEM}third`, old)).toMatch(/^0\n/);
    expect(await contentsOf(`${ON_SYSTEM}third`)).toEqual(before);
  });
});

it('finds no server in a folder without one, in words', () => {
  const { status, stderr } = spawnSync(process.execPath, ['dist/apps/all-in-one/src/main.js', 'serve'], {
    encoding: 'utf8',
    env: {
      PATH: process.env.PATH,
      API_PORT: '0',
      POSTGRES_BIN: '/nowhere',
      TRIBUTARY_HOME: mkdtempSync(path.join(tmpdir(), 'tributary-')),
    },
  });
  expect(status).toBe(1);
  expect(stderr).toContain('There is no PostgreSQL server in /nowhere');
});
