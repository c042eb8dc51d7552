import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';

const SCRIPT = 'dist-test/apps/console/test/shared-console/shared-console.main.js';
/** The program and the screens that it serves; the build compiles only changed files. */
const BUILD = `import('./tools/build.mjs').then(async ({ buildIfStale, TESTS }) => {
  await buildIfStale(TESTS);
  await (await import('./tools/console.mjs')).buildConsoleIfStale();
}).catch(({ message }) => { console.error(message); process.exit(1); })`;

/** The system that console suites share, with its browser. */
export interface ConsoleProcess {
  /** JSON with the addresses of its parts. */
  readonly address: string;
  stop: () => Promise<void>;
}

/** Returns the process that is shared by several runs, if one is running; otherwise starts one for this run. */
export async function startConsoleProcess(root: string): Promise<ConsoleProcess> {
  await promisify(execFile)(process.execPath, ['-e', BUILD], { cwd: root });
  const shared = sharedConsole(root);
  return shared === null ? forkConsole(root) : { address: shared, stop: async () => undefined };
}

/** Starts the system in a new process. */
export async function forkConsole(root: string): Promise<ConsoleProcess> {
  const child = fork(path.join(root, SCRIPT), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const message = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (message === null) throw new Error(complaints.trim() || 'it ended before it served');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { address: JSON.stringify(message[0]), stop };
}

interface SharedConsole {
  /** The id of the process that wrote the file. */
  readonly pid: number;
  readonly address: string;
  /** The build that the process runs. */
  readonly build: string;
}

/** Writes the address for later runs; null removes it, at the end and before a restart. */
export function shareConsole(root: string, address: string | null): void {
  if (address === null) return rmSync(sharedConsoleFile(root), { force: true });
  const shared: SharedConsole = { pid: process.pid, address, build: buildOf(root) };
  writeFileSync(sharedConsoleFile(root), JSON.stringify(shared), { mode: 0o600 });
}

/**
 * Returns the address of the shared process, or null if there is none or if it runs an older build, with which tests
 * could pass wrongly.
 */
function sharedConsole(root: string): string | null {
  if (!existsSync(sharedConsoleFile(root))) return null;
  const { pid, address, build } = JSON.parse(readFileSync(sharedConsoleFile(root), 'utf8')) as SharedConsole;
  return isRunning(pid) && build === buildOf(root) ? address : null;
}

/** Returns a hash of the sources from which the tests' programs were compiled. */
export function buildOf(root: string): string {
  return readFileSync(path.join(root, 'dist-test/.fingerprint'), 'utf8');
}

function sharedConsoleFile(root: string): string {
  return path.join(root, '.data', 'kept-console.json');
}
