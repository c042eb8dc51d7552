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
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const processes = all.flatMap((name) => timesOf(Number(name)) ?? []);
  const tree = new Set([root]);
  for (let grown = true; grown;) {
    const children = processes.filter(({ pid, parent }) => tree.has(parent) && !tree.has(pid));
    for (const { pid } of children) tree.add(pid);
    grown = children.length > 0;
  }
  const ofTree = processes.filter(({ pid }) => tree.has(pid));
  return ofTree.reduce((sum, { ownS, endedChildrenS }) => sum + ownS + endedChildrenS, 0);
}

/** Null for a process that has ended. */
function timesOf(pid: number): ProcessTimes | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const seconds = (from: number): number =>
      (Number(fields[from]) + Number(fields[from + 1])) / CLOCK_TICKS_PER_S;
    return { pid, parent: Number(fields[1]), ownS: seconds(11), endedChildrenS: seconds(13) };
  } catch {
    return null;
  }
}
