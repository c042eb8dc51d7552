import { eventually } from '@tributary/testing';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MountedDisk, whyNoSmallDisk } from '../mounted-disk';
import { FaultTable, secondsSince } from './fault-table';
import { HomeUnderFault } from './home-under-fault';

jest.setTimeout(300_000);

const ROWS = 2000;
const PATIENT = { timeoutMs: 120_000, intervalMs: 50 };
const cannotMount = whyNoSmallDisk();
const itWithDisks = cannotMount === null ? it : it.skip;
const why = cannotMount === null ? '' : ` (left out: ${cannotMount})`;

/** All faults share one installation. Its data, logs and temporary files are on separate disks if that is possible. */
describe('a home whose part fails', () => {
  const table = new FaultTable('A home');
  const root = mkdtempSync(path.join(tmpdir(), 'tributary-faults-'));
  const disks: MountedDisk[] = [];
  let data: MountedDisk;
  let logs: MountedDisk;
  let temporary: MountedDisk;
  let home: HomeUnderFault;

  beforeAll(async () => {
    const folder = path.join(root, 'data', 'home');
    const [logFolder, temporaryFolder] = [path.join(folder, 'logs'), path.join(root, 'temporary')];
    if (cannotMount === null) data = mount(path.join(root, 'data'), '800m');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const one of [logFolder, temporaryFolder]) mkdirSync(one);
    if (cannotMount === null) {
      logs = mount(logFolder, '1m');
      temporary = mount(temporaryFolder, '1m');
    }
    home = new HomeUnderFault(folder, { TMPDIR: temporaryFolder });
    await home.begin(10);
  });
  afterAll(async () => {
    await home?.stop();
    table.print();
    for (const disk of disks.reverse()) disk.unmount();
    rmSync(root, { recursive: true, force: true });
  });

  function mount(directory: string, size: string): MountedDisk {
    const disk = MountedDisk.mount(directory, size);
    disks.push(disk);
    return disk;
  }

  /**
   * Imports rows while the fault is played, and counts them afterwards.
   * @param inflict returns the time when the failed part was available again
   */
  async function play(fault: string, inflict: () => Promise<number>): Promise<void> {
    const id = await home.upload(ROWS);
    await home.requestApply(id);
    const since = await inflict();
    await home.untilReady();
    const readyS = secondsSince(since);
    await home.apply(id);
    table.record({ fault, readyS, ...(await home.audit()) });
    expect(home.isRunning).toBe(true);
  }

  const postgresLog = () => readFileSync(path.join(home.home, 'postgres.log'), 'utf8');
  const restarts = () => postgresLog().split('database system is ready to accept connections').length;

  async function killBackend(): Promise<number> {
    const before = restarts();
    const pid = await eventually(async () => {
      const [backend] = await home.rows<{ pid: number }>(
        `select pid from pg_stat_activity where usename = 'ingestion_sync' limit 1`,
      );
      if (!backend) throw new Error('ingestion-sync has no connection');
      return backend.pid;
    }, PATIENT);
    const since = performance.now();
    process.kill(pid, 'SIGKILL');
    await eventually(() => expect(restarts()).toBeGreaterThan(before), PATIENT);
    return since;
  }

  const warned = (words: string) =>
    eventually(async () => {
      expect(home.output()).toContain(`Warning: ${words}`);
      expect((await home.readiness()).warnings.join()).toContain(words);
    }, PATIENT);
  const isOver = (words: string) =>
    eventually(async () => {
      expect(home.output()).toContain(`Over: ${words}`);
      expect((await home.readiness()).warnings.join()).not.toContain(words.replace(/ has room again.*/, ''));
    }, PATIENT);

  it('kill -9 of PostgreSQL: it is started again, and says so', () =>
    play('kill -9 of PostgreSQL', async () => {
      const before = home.count('The database runs again.');
      const since = performance.now();
      process.kill(home.postmaster(), 'SIGKILL');
      await eventually(() => expect(home.count('The database runs again.')).toBe(before + 1), PATIENT);
      return since;
    }));

  it('kill -9 of a process of PostgreSQL: it recovers', () =>
    play('kill -9 of a process of PostgreSQL', killBackend));

  it('kill -9 of Tributary: the next start says that nobody stopped it', () =>
    play('kill -9 of Tributary, started again', async () => {
      const since = performance.now();
      await home.kill();
      await home.start();
      expect(home.output()).toContain('Tributary ended last time without being stopped.');
      return since;
    }));

  itWithDisks(`full temporary folder: it works on, and warns${why}`, () =>
    play('full temporary folder', async () => {
      temporary.fill();
      await warned('the disk for temporary files is nearly full');
      expect((await home.readiness()).status).toBe(200);
      await home.apply(await home.upload(10));
      temporary.giveSpace();
      await isOver('the disk for temporary files has room again');
      return performance.now(); // it was ready all the time
    }),
  );

  itWithDisks(`full disk under the logs: it works on, warns, and logs again when there is room${why}`, () =>
    play('full disk under the logs', async () => {
      logs.fill();
      await warned('the disk for logs is nearly full');
      // The file's last page still has space for some lines.
      await eventually(async () => {
        await killBackend(); // writes a line to the log
        await home.untilReady();
        expect(home.output()).toMatch(/^The log .* cannot be written: ENOSPC\.$/m);
      }, PATIENT);
      await home.apply(await home.upload(10));
      logs.giveSpace();
      await isOver('the disk for logs has room again');
      await eventually(() => {
        const log = readFileSync(path.join(home.home, 'logs', 'tributary.log'), 'utf8');
        expect(log).toContain('the disk for logs has room again');
      }, PATIENT);
      return performance.now(); // it was ready as soon as PostgreSQL was
    }),
  );

  itWithDisks(
    `full disk under the data: it is not ready until there is room, and goes on by itself${why}`,
    () =>
      play('full disk under the data', async () => {
        data.fill();
        await warned('the disk for data is nearly full');
        await eventually(async () => {
          await home.strain();
          expect((await home.readiness()).status).toBe(503);
        }, PATIENT);
        expect(home.isRunning).toBe(true);
        data.giveSpace();
        return performance.now();
      }),
  );

  itWithDisks(`a start on a full disk is refused in one sentence, and works when there is room${why}`, () =>
    play('start with a full disk', async () => {
      await home.kill();
      data.fill();
      const { code, said } = await home.refusedStart();
      expect(code).toBe(1);
      expect(said).toMatch(/^Only \d+ MB are free on the disk of .*TRIBUTARY_HOME\.\n$/);
      data.giveSpace();
      const since = performance.now();
      await home.start();
      return since;
    }),
  );

  it('all of this is what the page says', () => {
    if (cannotMount === null) expect(table.unseen()).toEqual([]);
  });
});
