import { eventually, freePort, workspaceRoot } from '@tributary/testing';
import { ChildProcess, spawn, SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceEnvironment } from '../src/services/service-environment';

jest.setTimeout(180_000);

const MIB = 2 ** 20;
const PATIENT = { timeoutMs: 90_000, intervalMs: 50 };

/** A group of processes with a limit of memory, like a container. */
class MemoryGroup {
  private constructor(
    private readonly folder: string,
    private readonly file: string,
  ) {}

  /** Creates a group; returns null if this process may not. */
  static make(): MemoryGroup | null {
    if (process.platform !== 'linux') return null;
    const own = (pattern: RegExp) => pattern.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
    const kinds = [
      {
        parent: path.join('/sys/fs/cgroup/memory', own(/^\d+:memory:(.*)$/m)),
        file: 'memory.limit_in_bytes',
      },
      { parent: path.join('/sys/fs/cgroup', own(/^0::(.*)$/m)), file: 'memory.max' },
    ];
    for (const { parent, file } of kinds) {
      const folder = path.join(parent, `tributary-${process.pid}`);
      try {
        if (!existsSync(path.join(parent, 'cgroup.procs'))) continue;
        mkdirSync(folder);
        const group = new MemoryGroup(folder, file);
        group.limit(1024);
        return group;
      } catch {
        if (existsSync(folder)) rmdirSync(folder);
      }
    }
    return null;
  }

  limit(mib: number): void {
    writeFileSync(path.join(this.folder, this.file), String(mib * MIB));
  }

  /**
   * Starts a process in the group.
   * @param score how soon the system kills it when memory runs out; 1000: first
   */
  start(words: readonly string[], env: NodeJS.ProcessEnv, score = 1000): Started {
    const script =
      'echo $$ > "$1/cgroup.procs" && echo "$2" > /proc/$$/oom_score_adj && shift 2 && exec "$@"';
    const options: SpawnOptions = {
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    };
    const child = spawn(
      'sh',
      ['-c', script, 'sh', this.folder, String(score), process.execPath, ...words],
      options,
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: Buffer) => (output += text.toString()));
    return { child, exit: once(child, 'exit') as Started['exit'], output: () => output };
  }

  /** Uses the group's memory until the system kills the other process. */
  async exhaust(other: Started): Promise<void> {
    const script = `const taken = [];
      setInterval(() => {
        try { process.kill(${other.child.pid}, 0); } catch { process.exit(); }
        taken.push(Buffer.alloc(10e6, 1));
      }, 20);`;
    const hog = this.start(['-e', script], {}, 0);
    expect(await other.exit).toEqual([null, 'SIGKILL']);
    hog.child.kill('SIGKILL');
    await hog.exit;
  }

  remove(): void {
    rmdirSync(this.folder);
  }
}

interface Started {
  readonly child: ChildProcess;
  readonly exit: Promise<[number | null, NodeJS.Signals | null]>;
  output(): string;
}

const group = MemoryGroup.make();
const withGroup = group === null ? describe.skip : describe;

withGroup('with a limit of memory', () => {
  const limited = group as MemoryGroup;
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-memory-'))));
  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
    limited.remove();
  });

  const serve = () =>
    limited.start([path.join(workspaceRoot(), 'dist/apps/all-in-one/src/main.js'), 'serve'], {
      API_PORT: '0',
      TRIBUTARY_HOME: path.join(folder, 'home'),
    });

  it('that is too low Tributary says so and ends, instead of being ended again and again', async () => {
    limited.limit(256);
    const home = serve();
    expect(await home.exit).toEqual([1, null]);
    expect(home.output()).toBe(
      'The limit of memory is 256 MB, and Tributary needs 400 MB, better 1.0 GB. ' +
        'Raise it: docker run --memory, mem_limit of Compose, or MemoryMax of systemd.\n',
    );
  });

  it('that ended it Tributary says so at the next start, and what it needs', async () => {
    limited.limit(600);
    const first = serve();
    await eventually(() => expect(first.output()).toContain('Tributary is ready.'), PATIENT);
    expect(first.output()).not.toContain('ended');
    await limited.exhaust(first);
    const next = serve();
    await eventually(() => expect(next.output()).toContain('Tributary is ready.'), PATIENT);
    expect(next.output()).toContain(
      'Warning: Tributary was ended for lack of memory (limit 600 MB; needs 1.0 GB): raise the limit',
    );
    next.child.kill('SIGTERM');
    expect(await next.exit).toEqual([143, null]);
    expect(existsSync(path.join(folder, 'home', 'run.json'))).toBe(false);
  });

  describe('a service', () => {
    let port: number;
    beforeAll(async () => (port = await freePort()));

    /** A service that waits for a database that does not exist. */
    const service = () =>
      limited.start([path.join(workspaceRoot(), 'dist/apps/rule-engine/src/main.js')], {
        ...serviceEnvironment('rule-engine', {
          databaseUrls: new Map([['rule_engine', 'postgres://role@127.0.0.1:1/none']]),
          secrets: { masterKey: Buffer.alloc(32).toString('base64'), rolePassword: 'none' },
          apiPort: 0,
          kafkaBrokers: '127.0.0.1:1',
        }),
        PORT: String(port),
        TMPDIR: folder,
      });
    const untilAlive = () =>
      eventually(
        async () => expect((await fetch(`http://127.0.0.1:${port}/health/live`)).status).toBe(200),
        PATIENT,
      );

    it('with too little says so and ends', async () => {
      limited.limit(90);
      const started = service();
      expect(await started.exit).toEqual([1, null]);
      expect(started.output()).toContain('the limit of memory is 90 MB, and rule-engine needs 96 MB');
    });

    it('that was ended for it says so at the next start, and nothing after an orderly end', async () => {
      limited.limit(160);
      const first = service();
      await untilAlive();
      await limited.exhaust(first);
      const next = service();
      await untilAlive();
      expect(next.output()).toContain(
        'rule-engine was ended for lack of memory (limit 160 MB; needs 256 MB): raise mem_limit',
      );
      next.child.kill('SIGTERM');
      await next.exit;
      const last = service();
      await untilAlive();
      expect(last.output()).not.toContain('was ended');
      last.child.kill('SIGKILL');
      await last.exit;
    });
  });
});
