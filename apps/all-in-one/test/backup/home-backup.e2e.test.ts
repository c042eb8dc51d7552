import { SERVICES } from '@tributary/contracts';
import { startEmbeddedPostgres } from '@tributary/persistence';
import { eventually, Visitor } from '@tributary/testing';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { StartedTributary, startTributary } from '../started-tributary';

jest.setTimeout(240_000);

const FIRST_USER = { name: 'Maija', email: 'maija@example.com', password: 'correct horse battery' };

/** Where the system keeps a PostgreSQL server with its pg_dump, as the image for a home does; null without one. */
function systemPostgres(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : [];
  const found = versions.map((version) => path.join(root, version, 'bin'));
  return found.find((bin) => ['initdb', 'pg_dump'].every((name) => existsSync(path.join(bin, name)))) ?? null;
}

const bin = systemPostgres();
const describeWithPostgres = bin === null ? describe.skip : describe;

describeWithPostgres('a home on the system’s PostgreSQL', () => {
  let root: string;
  let running: StartedTributary;
  const environmentOf = (home: string) => ({
    TRIBUTARY_HOME: path.join(root, home),
    POSTGRES_BIN: bin ?? '',
  });
  const archive = () => path.join(root, 'home.tar');

  beforeAll(() => (root = mkdtempSync(path.join(tmpdir(), 'tributary-home-'))));
  afterAll(() => rmSync(root, { recursive: true, force: true }));
  afterEach(async () => {
    running.process.kill('SIGTERM');
    await running.exit;
  });

  async function serve(home: string): Promise<string> {
    running = startTributary(['serve'], environmentOf(home));
    await eventually(() => expect(running.output()).toContain('Tributary is ready.'), { timeoutMs: 90_000 });
    return printed(/^ {2}console +(http:\S+)$/m);
  }

  async function run(command: string, home: string, file = archive()): Promise<string> {
    const program = startTributary([command, file], environmentOf(home));
    const code = await program.exit;
    return `${code}\n${program.output()}`;
  }

  const printed = (pattern: RegExp) => pattern.exec(running.output())?.[1] ?? '';

  /** Rows and checksum of every table that a running service does not write by itself. */
  async function contents(url: string): Promise<Record<string, string>> {
    const client = new Client({ connectionString: url });
    await client.connect();
    try {
      const { rows: tables } = await client.query<{ name: string }>(
        `select format('%I.%I', schemaname, tablename) as name from pg_tables
          where schemaname = any($1) and tablename !~ 'lease|job|heartbeat|instances' order by 1`,
        [SERVICES.map((service) => service.replaceAll('-', '_'))],
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

  it('orders and folds text as npm’s PostgreSQL does, whichever version it is', async () => {
    const url = await serve('first');
    await new Visitor(url).submit('/first-run', { ...FIRST_USER, code: printed(/enter the code (\S+)/) });
    const client = new Client({ connectionString: adminUrl('first') });
    await client.connect();
    const { rows } = await client.query(
      `select array(select t from unnest(array['a','B','Z','ä','Ä']) t order by t) as ordered, lower('ÄŠ') as folded`,
    );
    await client.end();
    expect(rows).toEqual([{ ordered: ['B', 'Z', 'a', 'Ä', 'ä'], folded: 'äš' }]);
  });

  function adminUrl(home: string): string {
    const left = readFileSync(path.join(root, home, 'operator.json'), 'utf8');
    return (JSON.parse(left) as { DATABASE_ADMIN_URL: string }).DATABASE_ADMIN_URL;
  }

  it('is restored from one file in an empty place, with equal checksums and its keys', async () => {
    await serve('first');
    expect(await run('backup', 'first')).toMatch(/^0\n/);
    expect(statSync(archive()).mode & 0o077).toBe(0);
    const before = await contents(adminUrl('first'));
    expect(Object.values(before).filter((sum) => !sum.startsWith('0')).length).toBeGreaterThan(5);
    running.process.kill('SIGTERM');
    await running.exit;

    expect(await run('restore', 'second')).toMatch(/^0\n.*Restored\./s);
    expect(readdirSync(path.join(root, 'second')).sort()).toEqual(['postgres', 'secrets.json']);
    const server = await startEmbeddedPostgres({
      dataDir: path.join(root, 'second', 'postgres'),
      binaries: bin ?? '',
      persistent: true,
    });
    expect(await contents(server.url)).toEqual(before);
    await server.stop();
    const secretsOf = (home: string) => readFileSync(path.join(root, home, 'secrets.json'), 'utf8');
    expect(secretsOf('second')).toBe(secretsOf('first'));

    const url = await serve('second');
    expect(running.output()).not.toContain('first run');
    expect((await new Visitor(url).submit('/sign-in', FIRST_USER)).location).toBe(`${url}/`);
  });

  it('is never replaced by a restore, and no backup is made of what does not run', async () => {
    await serve('second');
    running.process.kill('SIGTERM');
    await running.exit;
    const secrets = readFileSync(path.join(root, 'second', 'secrets.json'), 'utf8');
    expect(await run('restore', 'second')).toMatch(/^1\nThere are data in .*replaces none/);
    expect(readFileSync(path.join(root, 'second', 'secrets.json'), 'utf8')).toBe(secrets);
    expect(await run('backup', 'second')).toMatch(/^1\nTributary does not run with the data in /);
  });

  it('leaves a place empty if the file is cut short', async () => {
    await serve('second');
    const cut = path.join(root, 'cut.tar');
    const whole = readFileSync(archive());
    writeFileSync(cut, whole.subarray(0, whole.length / 2));
    expect(await run('restore', 'third', cut)).toMatch(/^1\n/);
    expect(readdirSync(path.join(root, 'third'))).not.toContain('postgres');
    expect(readdirSync(path.join(root, 'third'))).not.toContain('secrets.json');
    expect(await run('restore', 'third')).toMatch(/^0\n/);
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
