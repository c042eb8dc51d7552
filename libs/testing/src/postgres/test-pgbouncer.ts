import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../free-port';

const PROGRAM = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((one) =>
  existsSync(one),
);
const STARTED_WITHIN_MS = 20_000;

/** Declares a suite that needs a real PgBouncer; if none is installed, it is skipped with the reason in its name. */
export const describePgBouncer = (name: string, suite: () => void): void => {
  if (PROGRAM) describe(name, suite);
  else if (process.env.CI) throw new Error('PgBouncer is needed here: apt-get install pgbouncer');
  else describe.skip(`${name} (skipped, no PgBouncer: apt-get install pgbouncer)`, suite);
};

/** A PgBouncer of one test in transaction mode; all other settings are the defaults of its package. */
export class TestPgBouncer {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
    private readonly port: number,
  ) {}

  /**
   * Starts a PgBouncer.
   * @param urls of the roles that connect through it, with their passwords
   * @param settings lines of its configuration, such as `default_pool_size = 1`
   */
  static async before(urls: Iterable<string>, settings: readonly string[] = []): Promise<TestPgBouncer> {
    const roles = [...urls].map((url) => new URL(url));
    const [server] = roles;
    if (!PROGRAM || !server) throw new Error('there is no PgBouncer, or no role');
    const folder = mkdtempSync(path.join(tmpdir(), 'tributary-pgbouncer-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const users = roles.map(
      ({ username, password }) => `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
    );
    writeFileSync(path.join(folder, 'users.txt'), users.join(''), { mode: 0o644 });
    writeFileSync(
      path.join(folder, 'pgbouncer.ini'),
      [
        '[databases]',
        `* = host=${server.hostname} port=${server.port || '5432'}`,
        '[pgbouncer]',
        'listen_addr = 127.0.0.1',
        `listen_port = ${port}`,
        'unix_socket_dir =',
        'auth_type = plain',
        `auth_file = ${path.join(folder, 'users.txt')}`,
        'pool_mode = transaction',
        ...settings,
        '',
      ].join('\n'),
      { mode: 0o644 },
    );
    const child = spawn(PROGRAM, ['-q', path.join(folder, 'pgbouncer.ini')], {
      stdio: ['ignore', 'ignore', 'inherit'],
      ...(process.getuid?.() === 0 ? unprivileged() : {}), // PgBouncer refuses to run as root
    });
    const pooler = new TestPgBouncer(child, folder, port);
    try {
      await pooler.listening();
    } catch (error) {
      await pooler.stop();
      throw error;
    }
    return pooler;
  }

  /** Returns the URL of the same role and database through the pooler. */
  urlOf(direct: string): string {
    const url = new URL(direct);
    url.hostname = '127.0.0.1';
    url.port = String(this.port);
    return url.href;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null && this.process.signalCode === null) {
      const ended = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async listening(): Promise<void> {
    const until = Date.now() + STARTED_WITHIN_MS;
    while (!(await answers(this.port))) {
      if (this.process.exitCode !== null) throw new Error(`PgBouncer ended with ${this.process.exitCode}`);
      if (Date.now() > until) throw new Error('PgBouncer does not listen');
      await delay(20);
    }
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

function unprivileged(): { readonly uid: number; readonly gid: number } {
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}
