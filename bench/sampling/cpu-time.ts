import { readdirSync, readFileSync } from 'node:fs';

const CLOCK_TICKS_PER_S = 100;

interface ProcessTimes {
  readonly pid: number;
  readonly parent: number;
  readonly ownS: number;
  /** Of children that have ended. */
  readonly endedChildrenS: number;
}

/**
 * User and system time so far of a process and everything below it, as Linux counts it; of a PostgreSQL server by its
 * postmaster. Unlike wall time it hardly depends on what else the machine does.
 */
export function cpuSecondsOfTree(root: number): number {
  return treeOf(root).reduce((sum, { ownS, endedChildrenS }) => sum + ownS + endedChildrenS, 0);
}

/** The same of one process, without those that it started. */
export function cpuSecondsOfProcess(pid: number): number {
  return timesOf(pid)?.ownS ?? 0;
}

/** How often each thread of the processes has waited for something and was woken. */
export type WakeUps = ReadonlyMap<string, number>;

export function wakeUpsOf(pids: readonly number[]): WakeUps {
  return new Map(pids.flatMap((pid) => wakeUpsByThread(pid)));
}

/** Of threads that are still there. */
export function wakeUpsBetween(before: WakeUps, after: WakeUps): number {
  return [...after].reduce((sum, [thread, count]) => sum + count - (before.get(thread) ?? 0), 0);
}

export function processesOfTree(root: number): readonly number[] {
  return treeOf(root).map(({ pid }) => pid);
}

/** Megabytes; of memory that several processes share, each has its part. */
export function memoryMbOf(pids: readonly number[]): number {
  const kb = pids.map((pid) => Number(/^Pss:\s+(\d+)/m.exec(textOf(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0));
  return kb.reduce((sum, one) => sum + one, 0) / 1024;
}

function wakeUpsByThread(pid: number): (readonly [string, number])[] {
  const switches = /^voluntary_ctxt_switches:\s+(\d+)/m;
  return namesIn(`/proc/${pid}/task`).map((thread) => [
    thread,
    Number(switches.exec(textOf(`/proc/${pid}/task/${thread}/status`))?.[1] ?? 0),
  ]);
}

function treeOf(root: number): readonly ProcessTimes[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = all.flatMap((name) => timesOf(Number(name)) ?? []);
  const tree = new Set([root]);
  for (let grown = true; grown;) {
    const children = processes.filter(({ pid, parent }) => tree.has(parent) && !tree.has(pid));
    for (const { pid } of children) tree.add(pid);
    grown = children.length > 0;
  }
  return processes.filter(({ pid }) => tree.has(pid));
}

/** Null for a process that has ended. */
function timesOf(pid: number): ProcessTimes | null {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === '') return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const seconds = (from: number): number =>
    (Number(fields[from]) + Number(fields[from + 1])) / CLOCK_TICKS_PER_S;
  return { pid, parent: Number(fields[1]), ownS: seconds(11), endedChildrenS: seconds(13) };
}

/** Empty for what has ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch {
    return [];
  }
}
