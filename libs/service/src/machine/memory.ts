import { ServiceName } from '@tributary/contracts';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import path from 'node:path';

/** Memory that this process and its PostgreSQL may use, in bytes. */
export interface Memory {
  readonly free: number;
  /** Limit of the container or the unit, where it has one; else the machine's memory. */
  readonly limit: number;
  readonly isLimited: boolean;
}

export function memoryHere(): Memory {
  const [total, constrained] = [totalmem(), process.constrainedMemory()];
  const isLimited = constrained > 0 && constrained < total;
  if (!isLimited) return { free: freemem(), limit: total, isLimited };
  // Computed here, because Node's own figure counts cached files as used.
  const free = constrained - (usedByGroup() ?? constrained - process.availableMemory());
  return { free: Math.max(0, Math.min(free, constrained)), limit: constrained, isLimited };
}

/** Number of processes of this group that the kernel has ended because its memory ran out; null where it is not counted. */
export function endsForMemory(): number | null {
  return ofGroup(({ ends }, folder) => numberIn(path.join(folder, ends), /^oom_kill (\d+)$/m));
}

/** Memory of this group, or of the machine, that cannot be freed at once, in bytes. */
export function memoryUsed({ isLimited }: Memory): number {
  const ofMachine = totalmem() - freemem();
  return isLimited ? (usedByGroup() ?? ofMachine) : ofMachine;
}

function usedByGroup(): number | null {
  return ofGroup(({ used, cache }, folder) => {
    const all = numberIn(path.join(folder, used), /^(\d+)$/m);
    return all === null ? null : all - (numberIn(path.join(folder, 'memory.stat'), cache) ?? 0);
  });
}

/** Identifies this group of processes: a container has another one after a restart. Null without groups. */
export function memoryGroup(): string | null {
  return ofGroup((_kind, folder) => {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${statSync(folder).ino}`;
  });
}

/** Files in which Linux counts the memory of processes: in control groups of version 2, and of version 1. */
const GROUPS = [
  {
    own: /^0::(.*)$/m,
    root: '/sys/fs/cgroup',
    ends: 'memory.events',
    used: 'memory.current',
    cache: /^inactive_file (\d+)$/m,
  },
  {
    own: /^\d+:memory:(.*)$/m,
    root: '/sys/fs/cgroup/memory',
    ends: 'memory.oom_control',
    used: 'memory.usage_in_bytes',
    cache: /^total_inactive_file (\d+)$/m,
  },
] as const;

/** First value from the control group of this process; null where there is none. */
function ofGroup<T>(read: (kind: (typeof GROUPS)[number], folder: string) => T | null): T | null {
  for (const kind of GROUPS) {
    try {
      const own = kind.own.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
      // A container may see only its own group, under the machine's name for it.
      const folder = [path.join(kind.root, own), kind.root].find((one) =>
        existsSync(path.join(one, kind.ends)),
      );
      const found = folder === undefined ? null : read(kind, folder);
      if (found !== null) return found;
    } catch {
      // Not Linux, or the other version of control groups.
    }
  }
  return null;
}

function numberIn(file: string, pattern: RegExp): number | null {
  const found = pattern.exec(readFileSync(file, 'utf8'))?.[1];
  return found === undefined ? null : Number(found);
}

const MIB = 2 ** 20;

/** Minimum of memory. Services without work take 50 to 120 MB: with less than this the system would end them, again and again. */
const NEEDED_MIB = { 'api-gateway': 128, others: 96 };

/** Memory with work, which Kubernetes should reserve for one service (`resources.requests`). */
export const MEMORY_ADVISED = 256 * MIB;

/** Remedy for a limit of a service that is too low. */
export const RAISE_LIMIT =
  'raise mem_limit of Compose, resources.limits.memory of Kubernetes, or MemoryMax of systemd';

/** Message about a limit of memory that is too low for a start, with the remedy; null: it is high enough. */
export function tooLittleMemory(service: ServiceName, { limit, isLimited }: Memory): string | null {
  const needed = service === 'api-gateway' ? NEEDED_MIB['api-gateway'] : NEEDED_MIB.others;
  if (!isLimited || limit >= needed * MIB) return null;
  return (
    `the limit of memory is ${Math.floor(limit / MIB)} MB, and ${service} needs ${needed} MB before it has any work: ` +
    RAISE_LIMIT
  );
}
