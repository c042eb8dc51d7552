import { execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';

const SCRIPT = 'dist-test/apps/console/test/shared-console/shared-console.main.js';
/** What it runs from, and the screens that it serves; each compiles what has changed alone. */
const BUILD = `import('./tools/build.mjs').then(async ({ buildIfStale, TESTS }) => {
  await buildIfStale(TESTS);
  await (await import('./tools/console.mjs')).buildConsoleIfStale();
}).catch(({ message }) => { console.error(message); process.exit(1); })`;

/** The system that console suites share, and the browser beside it. */
export interface ConsoleProcess {
  /** JSON: where its parts are. */
  readonly address: string;
  stop: () => Promise<void>;
}

/** One that is kept running for many runs, else a process of this run's own. */
export async function startConsoleProcess(root: string): Promise<ConsoleProcess> {
  await promisify(execFile)(process.execPath, ['-e', BUILD], { cwd: root });
  const kept = keptConsole(root);
  return kept === null ? forkConsole(root) : { address: kept, stop: async () => undefined };
}

/** Runs it in a process of its own. */
export async function forkConsole(root: string): Promise<ConsoleProcess> {
  const child = fork(path.join(root, SCRIPT), [], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
  let complaints = '';
  child.stderr?.on('data', (text: Buffer) => (complaints = (complaints + text.toString()).slice(-4000)));
  const ended = once(child, 'exit');
  const place = await Promise.race([once(child, 'message'), ended.then(() => null)]);
  if (place === null) throw new Error(complaints.trim() || 'it ended before it served');
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
  };
  return { address: JSON.stringify(place[0]), stop };
}

interface Kept {
  /** The process that keeps it. */
  readonly pid: number;
  readonly address: string;
  /** The build that it runs from. */
  readonly build: string;
}

/** Says to later runs that this process keeps it; null: no more, or not while it starts again. */
export function keepConsole(root: string, address: string | null): void {
  if (address === null) return rmSync(keptFile(root), { force: true });
  const kept: Kept = { pid: process.pid, address, build: buildOf(root) };
  writeFileSync(keptFile(root), JSON.stringify(kept), { mode: 0o600 });
}

/** None where it runs from an older build: a test must not pass by what is there no more. */
function keptConsole(root: string): string | null {
  if (!existsSync(keptFile(root))) return null;
  const { pid, address, build } = JSON.parse(readFileSync(keptFile(root), 'utf8')) as Kept;
  return isRunning(pid) && build === buildOf(root) ? address : null;
}

/** The state of the sources that the tests' programs were compiled from. */
export function buildOf(root: string): string {
  return readFileSync(path.join(root, 'dist-test/.fingerprint'), 'utf8');
}

function keptFile(root: string): string {
  return path.join(root, '.data', 'kept-console.json');
}
