import { eventually } from '@tributary/testing';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { findBinaries } from '../src/embedded-postgres/binaries';
import { prepareDataDirectory } from '../src/embedded-postgres/data-directory';

async function run({ url }: Pick<EmbeddedPostgres, 'url'>, statement: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // A server that a test ends cuts its connections.
  await client.connect();
  try {
    return (await client.query(statement)).rows as unknown[];
  } finally {
    await client.end();
  }
}

const NSS_WRAPPER = ['/usr/lib/x86_64-linux-gnu', '/usr/lib/aarch64-linux-gnu', '/usr/lib64'].map(
  (folder) => `${folder}/libnss_wrapper.so`,
);
const WRITTEN = [{ value: 1 }];

describe('the embedded PostgreSQL', () => {
  let parent: string;
  let dataDir: string;
  let server: EmbeddedPostgres;
  const start = (port?: number) => startEmbeddedPostgres({ dataDir, port, persistent: true });

  beforeEach(async () => {
    parent = mkdtempSync(path.join(tmpdir(), 'tributary-postgres-'));
    dataDir = path.join(parent, 'data');
    server = await start();
    await run(server, 'CREATE TABLE written (value int); INSERT INTO written VALUES (1)');
  });

  afterEach(async () => {
    await server.stop();
    rmSync(parent, { recursive: true });
  });

  it('keeps what was committed through a stop, and through a crash', async () => {
    await server.stop();
    server = await start();
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
    await server.kill();
    server = await start(server.port);
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
  });

  it('refuses a data directory that a living process uses', async () => {
    await expect(start()).rejects.toMatchObject({ reason: 'data-directory-in-use' });
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
  });

  it('takes over the server that a crashed owner left running', async () => {
    writeFileSync(
      `${dataDir}.owner`,
      JSON.stringify({ pid: process.pid, startMark: 'of a process that is gone' }),
    );
    const leftOver = server;
    server = await start();
    expect(server.pid).not.toBe(leftOver.pid);
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
    await leftOver.stop(); // Must touch neither the new server nor its claim on the directory.
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
    await expect(start()).rejects.toMatchObject({ reason: 'data-directory-in-use' });
  });

  it('is not misled by a pid file whose process id now belongs to another program', async () => {
    await server.kill();
    const file = path.join(dataDir, 'postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [String(process.ppid), ...rest].join('\n'));
    server = await start();
    expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
  });

  it('is reached by a socket too, with the password, where the path is short enough for one', async () => {
    const over = 'SELECT inet_client_addr() IS NULL AS "isSocket"';
    expect(await run({ url: server.socketUrl }, over)).toEqual([{ isSocket: true }]);
    const wrong = new URL(server.socketUrl);
    wrong.password = 'wrong';
    await expect(run({ url: wrong.href }, over)).rejects.toThrow('password authentication failed');
    const long = path.join(parent, 'x'.repeat(100));
    const distant = await startEmbeddedPostgres({ dataDir: long, persistent: false });
    expect(await run({ url: distant.socketUrl }, over)).toEqual([{ isSocket: false }]);
    await distant.stop();
  });

  it('is started again on its port with what was committed, whenever it ends by itself', async () => {
    await server.stop();
    const lines: string[] = [];
    const giveUp = (error: unknown) => lines.push(String(error));
    const supervision = { report: (line: string) => lines.push(line), giveUp };
    server = await startEmbeddedPostgres({ dataDir, persistent: true, supervision });
    for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
      const { pid } = server;
      process.kill(pid, signal);
      await eventually(() => expect(server.pid).not.toBe(pid), { timeoutMs: 60_000 });
      expect(await run(server, 'SELECT value FROM written')).toEqual(WRITTEN);
    }
    expect(lines.map((line) => line.replace(/\(.*\)/, '()'))).toEqual([
      'The database ended (). It is started again.',
      'The database runs again.',
      'The database ended (). It is started again in 1 s.',
      'The database runs again.',
    ]);
    const { pid } = server;
    await server.stop();
    expect(lines).toHaveLength(4);
    expect(server.pid).toBe(pid);
    expect(readFileSync(`${dataDir}.log`, 'utf8')).toContain('database system was not properly shut down');
  });

  it('is given up with its last words when it cannot be started again', async () => {
    await server.stop();
    const given = new Promise<unknown>((resolve) => {
      const supervision = { report: () => undefined, giveUp: resolve };
      void startEmbeddedPostgres({ dataDir, persistent: true, supervision }).then((started) => {
        server = started;
        renameSync(path.join(dataDir, 'global'), path.join(dataDir, 'elsewhere'));
        process.kill(started.pid, 'SIGKILL');
      });
    });
    await expect(given).resolves.toMatchObject({
      reason: 'keeps-ending',
      message: expect.stringContaining('ended 5 times within 10 minutes') as string,
    });
  }, 120_000);

  it('names a port that is in use', async () => {
    await server.stop();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    await expect(start(port)).rejects.toMatchObject({
      reason: 'port-taken',
      message: expect.stringContaining(String(port)) as string,
    });
    other.close();
  });

  const needs = 'root, and Debian’s libnss-wrapper';
  const canBeNameless = process.getuid?.() === 0 && NSS_WRAPPER.some((file) => existsSync(file));
  if (process.env['CI'] === 'true' && process.getuid?.() === 0 && !canBeNameless)
    throw new Error('install Debian’s libnss-wrapper: CI leaves no test out');
  (canBeNameless ? it : it.skip)(
    `serves a user who has a number and no name, as containers give them (needs ${needs})`,
    async () => {
      const nameless = { uid: 471_147, gid: 471_148 };
      const owned = path.join(parent, 'nameless');
      await prepareDataDirectory(owned, await findBinaries(), nameless);
      const theirs = await startEmbeddedPostgres({ dataDir: owned, persistent: true });
      expect(await run(theirs, 'SELECT 1 AS value')).toEqual(WRITTEN);
      expect(statSync(path.join(owned, 'PG_VERSION'))).toMatchObject(nameless);
      await theirs.stop();
      expect(readdirSync(parent).filter((name) => name.includes('passwd'))).toEqual([]);
    },
  );

  it('leaves no files behind if it is not kept', async () => {
    const passing = await startEmbeddedPostgres({ dataDir: path.join(parent, 'passing'), persistent: false });
    await passing.stop();
    expect(() => readFileSync(path.join(parent, 'passing', 'PG_VERSION'))).toThrow('ENOENT');
  });
});
