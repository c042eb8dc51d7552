import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, existsSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PostgresBinaries } from './binaries';
import { EmbeddedPostgresError } from './errors';
import { commandName, isRunning, markProcess, waitForExit, type ProcessMark } from './running-process';
import { launchAs, type Account } from './unprivileged-account';

/** Time limit of a start: after a crash the server first restores its data from its log, which may have gigabytes. */
const START_TIMEOUT_MS = 15 * 60_000;
const STOP_TIMEOUT_MS = 20_000;
/** A process id above every system's largest one. */
const NEVER_A_PID = 2_147_483_646;
/** A larger log is set aside at the next start. */
const LOG_BYTES_MAX = 10 * 1024 * 1024;

export interface PostmasterOptions {
  dataDir: string;
  port: number;
  binaries: PostgresBinaries;
  account: Account | undefined;
  settings: Readonly<Record<string, string>>;
}

/** A server that runs, or did. */
export interface Postmaster {
  readonly mark: ProcessMark;
  /** Resolves with a description of the end. */
  readonly ended: Promise<string>;
}

interface Launched {
  readonly child: ChildProcess;
  readonly ended: Promise<string>;
  /** Offset at which the log of this start begins. */
  readonly logStart: number;
}

/** Starts the server and waits until it accepts connections; it survives this process unless it is stopped. */
export async function startPostmaster(options: PostmasterOptions): Promise<Postmaster> {
  const { child, ended, logStart } = launchPostmaster(options);
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (child.exitCode === null && child.signalCode === null && Date.now() < giveUpAt) {
    const mark = child.pid === undefined ? undefined : markProcess(child.pid);
    if (mark && isReady(options.dataDir, mark.pid)) return { mark, ended };
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  throw startFailure(options, logStart);
}

/** Starts the server in its own session: Ctrl-C signals only the services, and they stop the database afterwards. */
function launchPostmaster(options: PostmasterOptions): Launched {
  const { dataDir, port, binaries, account } = options;
  const settings = Object.entries(options.settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', dataDir, '-p', String(port), ...settings];
  const launch = launchAs(account, binaries.postgres, args, [binaries.directory, path.dirname(dataDir)]);
  const log = openLog(logFile(dataDir));
  const logStart = fstatSync(log).size;
  const env = { ...process.env, LC_ALL: 'C' };
  const child = spawn(launch.command, launch.args, {
    ...launch.identity,
    env,
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.on('error', () => undefined); // The exit code is handled instead; without a listener the error would end this process.
  const ended = new Promise<string>((resolve) =>
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code ?? 'unknown'}`)),
  );
  child.unref();
  return { child, ended, logStart };
}

/** Opens the log to append: earlier starts, such as one that crashed, have left their lines there. */
function openLog(file: string): number {
  if (existsSync(file) && statSync(file).size > LOG_BYTES_MAX) renameSync(file, `${file}.1`);
  return openSync(file, 'a', 0o600);
}

/** Stops a server that a crashed owner left running, and removes the traces that would prevent a new one from starting. */
export async function stopLeftOver(dataDir: string): Promise<void> {
  const pid = postmasterPid(dataDir);
  if (pid === undefined) return;
  if (isRunning(pid) && commandName(pid) === 'postgres') return stopPostmaster(pid);
  // The id belongs to a zombie or, after a reboot, to another process: PostgreSQL would assume a live server. The rest
  // of the file stays: with it the new server finds backends of the old one that still run, and waits for them.
  const file = pidFile(dataDir);
  const lines = readFileSync(file, 'utf8').split('\n');
  await writeFile(file, [String(NEVER_A_PID), ...lines.slice(1)].join('\n'));
}

/** Ends a server: open transactions are rolled back immediately; if it hangs, its log restores the data next time. */
export async function stopPostmaster(pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL'] as const) {
    if (!isRunning(pid)) return;
    process.kill(pid, signal);
    if (await waitForExit(pid, STOP_TIMEOUT_MS)) return;
  }
  throw new EmbeddedPostgresError('stop-failed', `The database server (process ${pid}) does not end.`);
}

/** The server writes its state to the last line of its pid file, as it does for pg_ctl. */
function isReady(dataDir: string, pid: number): boolean {
  const lines = existsSync(pidFile(dataDir)) ? readFileSync(pidFile(dataDir), 'utf8').split('\n') : [];
  return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
}

function postmasterPid(dataDir: string): number | undefined {
  if (!existsSync(pidFile(dataDir))) return undefined;
  const pid = Number.parseInt(readFileSync(pidFile(dataDir), 'utf8'), 10);
  return pid > 0 ? pid : undefined;
}

function startFailure({ dataDir, port }: PostmasterOptions, logStart: number): EmbeddedPostgresError {
  const ofThisStart = readFileSync(logFile(dataDir)).subarray(logStart).toString();
  const log = ofThisStart.trim().split('\n').slice(-8).join('\n');
  if (/could not bind|Address already in use/.test(log)) {
    return new EmbeddedPostgresError('port-taken', `Port ${port} is in use: the database needs another one.`);
  }
  return new EmbeddedPostgresError('start-failed', `The database did not start: ${log || 'no output'}`);
}

/** True for a start that failed only because backends of a killed server still end. */
export function isStillEnding(error: unknown): boolean {
  return error instanceof EmbeddedPostgresError && error.message.includes('pre-existing shared memory block');
}

function pidFile(dataDir: string): string {
  return path.join(dataDir, 'postmaster.pid');
}

function logFile(dataDir: string): string {
  return `${dataDir}.log`;
}
