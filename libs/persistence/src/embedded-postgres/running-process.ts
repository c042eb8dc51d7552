import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

const HAS_PROC = existsSync('/proc/self/stat');

/** A process that may have ended; `startMark` distinguishes it from a later process with the same id. */
export interface ProcessMark {
  pid: number;
  startMark: string;
}

/** Marks a running process, or undefined when there is none (a zombie counts as ended). */
export function markProcess(pid: number): ProcessMark | undefined {
  if (!isRunning(pid)) return undefined;
  return { pid, startMark: HAS_PROC ? (statFields(pid)?.[19] ?? '') : fromPs(pid, 'lstart') };
}

export function isSameProcess(mark: ProcessMark): boolean {
  return markProcess(mark.pid)?.startMark === mark.startMark;
}

/** True while the process executes; a zombie has ended, although signal 0 still works for it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false;
  }
  return !HAS_PROC || statFields(pid)?.[0] !== 'Z';
}

/** The executable's short name, '' if the process has ended. */
export function commandName(pid: number): string {
  if (!HAS_PROC) return fromPs(pid, 'comm').split('/').at(-1) ?? '';
  return readProc(pid, 'comm').trim();
}

/** Waits until the process is over; false when it still runs after `timeoutMs`. */
export async function waitForExit(pid: number, timeoutMs: number): Promise<boolean> {
  const giveUpAt = Date.now() + timeoutMs;
  while (isRunning(pid)) {
    if (Date.now() > giveUpAt) return false;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return true;
}

/** Fields of /proc/<pid>/stat from the state on; the name before them may contain spaces. */
function statFields(pid: number): string[] | undefined {
  const stat = readProc(pid, 'stat');
  return stat === '' ? undefined : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function readProc(pid: number, file: 'stat' | 'comm'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // The process ended before the read.
  }
}

function fromPs(pid: number, column: 'lstart' | 'comm'): string {
  if (process.platform === 'win32') return '';
  try {
    return execFileSync('ps', ['-o', `${column}=`, '-p', String(pid)], { encoding: 'utf8' }).trim();
  } catch {
    return ''; // ps exits with 1 for an unknown process.
  }
}
