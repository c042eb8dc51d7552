import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { Client } from 'pg';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';
import { eventually, workspaceRoot } from '../../src';
import { readKeeperFile, writeKeeperFile } from '../../src/shared-postgres/keeper-file';
import { joinSharedPostgres, type SharedPostgres } from '../../src/shared-postgres/shared-postgres';
import type { KeeperOptions } from '../../src/shared-postgres/keeper';

const LONG_MS = 600_000;
const SHORT_MS = 100;

/** All tests share the folder; each test joins the server that the previous one left. */
let folder: string;
beforeAll(() => {
  const data = path.join(workspaceRoot(), '.data');
  mkdirSync(data, { recursive: true });
  folder = mkdtempSync(path.join(data, 'kept-'));
});
afterAll(async () => {
  await endKeeper();
  rmSync(folder, { recursive: true, force: true });
});

async function endKeeper(): Promise<void> {
  const { pid } = keeper();
  if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGTERM');
  await ended(pid);
}

function options(changes: Partial<KeeperOptions> = {}): KeeperOptions {
  return { folder, made: 'as ever', settings: { fsync: 'off' }, idleMs: LONG_MS, ...changes };
}

async function join(changes: Partial<KeeperOptions> = {}): Promise<SharedPostgres> {
  const joined = await joinSharedPostgres(options(changes));
  if (joined === null) throw new Error('another run uses another server');
  return joined;
}

/** Returns the processes that are running. */
function keeper(): { pid?: number; postgres?: number } {
  const numberIn = (name: string, find: RegExp): number | undefined => {
    const file = path.join(folder, name);
    return existsSync(file) ? Number(find.exec(readFileSync(file, 'utf8'))?.[1]) : undefined;
  };
  return {
    pid: numberIn('keeper.owner', /"pid":(\d+)/),
    postgres: numberIn('postgres/postmaster.pid', /^(\d+)/),
  };
}

function ended(pid: number | undefined): Promise<void> {
  return eventually(() => expect(pid !== undefined && isRunning(pid)).toBe(false), { timeoutMs: 60_000 });
}

async function rows<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // its server may be killed
  await client.connect();
  try {
    let found: Row[] = [];
    for (const sql of statements) found = (await client.query<Row>(sql)).rows;
    return found;
  } finally {
    await client.end();
  }
}

async function databasesOf(url: string): Promise<string[]> {
  const found = await rows<{ name: string }>(url, 'select datname as name from pg_database order by oid');
  return found
    .map(({ name }) => name)
    .filter((name) => !['template1', 'template0', 'postgres'].includes(name));
}

describe('a PostgreSQL that is kept between runs', () => {
  it('has the templates of earlier runs, but not what an earlier run has left', async () => {
    const first = await join();
    await rows(
      first.url,
      'create role of_a_template',
      'create role left_behind',
      'create database template_made owner of_a_template is_template true',
      'create database template_half_made',
      'create database left_behind owner left_behind',
    );
    first.leave();
    const second = await join();
    expect(second.url).toBe(first.url);
    expect(await databasesOf(second.url)).toEqual(['template_made']);
    const roles = await rows(second.url, 'select rolname from pg_roles where oid >= 16384');
    expect(roles).toEqual([{ rolname: 'of_a_template' }]);
    second.leave();
  });

  it('is shared by runs at the same time, and no run removes what another one uses', async () => {
    const [one, other] = await Promise.all([join(), join()]);
    expect(other.url).toBe(one.url);
    await rows(one.url, 'create database in_use');
    other.leave();
    const third = await join();
    expect(await databasesOf(third.url)).toContain('in_use');
    one.leave();
    third.leave();
  });

  it('ends when no run has used it for a while, and leaves nothing behind', async () => {
    await endKeeper();
    const run = await join({ idleMs: SHORT_MS });
    const { pid, postgres } = keeper();
    await rows(run.url, `select pg_sleep(${(3 * SHORT_MS) / 1000})`); // still in use
    expect(isRunning(postgres ?? 0)).toBe(true);
    run.leave();
    await ended(pid);
    await ended(postgres);
    expect(readKeeperFile(folder)).toBeUndefined();
    expect(existsSync(path.join(folder, 'postgres'))).toBe(false);
  });

  it('is replaced, with its PostgreSQL, after its keeper was killed', async () => {
    const killed = await join();
    await rows(killed.url, 'create database left_behind');
    const { pid = 0, postgres } = keeper();
    process.kill(pid, 'SIGKILL');
    await ended(pid);
    const run = await join();
    await ended(postgres);
    expect(await databasesOf(run.url)).toEqual([]);
    run.leave();
  });

  it('is replaced after PostgreSQL was killed', async () => {
    const killed = await join();
    killed.leave();
    const { postgres = 0 } = keeper();
    process.kill(postgres, 'SIGKILL');
    await ended(postgres);
    const run = await join();
    expect(run.url).not.toBe(killed.url);
    expect(await databasesOf(run.url)).toEqual([]);
    run.leave();
  });

  it('is not taken for a program that has its port now', async () => {
    const foreign = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('220 at your service\r\n');
    });
    await endKeeper();
    await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
    writeKeeperFile(folder, {
      port: (foreign.address() as AddressInfo).port,
      token: 'of a keeper that ended',
    });
    const run = await join();
    expect(await databasesOf(run.url)).toEqual([]);
    run.leave();
    foreign.close();
  });

  it('makes way for one that is made from something else, but not while a run uses it', async () => {
    const first = await join();
    expect(await joinSharedPostgres(options({ made: 'otherwise' }))).toBeNull();
    first.leave();
    const second = await eventually(() => join({ made: 'otherwise' }));
    expect(second.url).not.toBe(first.url);
    second.leave();
  });

  it('ends when its folder is removed', async () => {
    const run = await join();
    const { pid, postgres } = keeper();
    run.leave();
    rmSync(folder, { recursive: true, force: true });
    await ended(pid);
    await ended(postgres);
  });
});
