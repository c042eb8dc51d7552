import { ServiceName } from '@tributary/contracts';
import { readFileSync } from 'node:fs';
import { freemem, totalmem } from 'node:os';
import path from 'node:path';

/** What this process and its PostgreSQL may use, in bytes. */
export interface Memory {
  readonly free: number;
  /** Of the container or the unit, where it has one; else what the machine has. */
  readonly limit: number;
  readonly isLimited: boolean;
}

export function memoryHere(): Memory {
  const [total, constrained] = [totalmem(), process.constrainedMemory()];
  const isLimited = constrained > 0 && constrained < total;
  return isLimited
    ? { free: Math.min(process.availableMemory(), constrained), limit: constrained, isLimited }
    : { free: freemem(), limit: total, isLimited };
}

/** How often the kernel has ended a process of this group because its memory ran out; null where nobody counts. */
export function endsForMemory(): number | null {
  for (const [group, folder, file] of COUNTERS) {
    try {
      const own = group.exec(readFileSync('/proc/self/cgroup', 'utf8'))?.[1] ?? '/';
      const count = /^oom_kill (\d+)$/m.exec(readFileSync(path.join(folder, own, file), 'utf8'))?.[1];
      if (count !== undefined) return Number(count);
    } catch {
      // No Linux, or the other kind of groups.
    }
  }
  return null;
}

/** Where Linux counts: in groups of the second kind, and of the first. */
const COUNTERS = [
  [/^0::(.*)$/m, '/sys/fs/cgroup', 'memory.events'],
  [/^\d+:memory:(.*)$/m, '/sys/fs/cgroup/memory', 'memory.oom_control'],
] as const;

const MIB = 2 ** 20;

/** At rest they take 50 to 120 MB: with less than this the system ends them, again and again. */
const NEEDED_MIB = { 'api-gateway': 128, others: 96 };

/** Why a process of this service has too little memory to start, and what to do; null: it has enough. */
export function tooLittleMemory(service: ServiceName, { limit, isLimited }: Memory): string | null {
  const needed = service === 'api-gateway' ? NEEDED_MIB['api-gateway'] : NEEDED_MIB.others;
  if (!isLimited || limit >= needed * MIB) return null;
  return (
    `the limit of memory is ${Math.floor(limit / MIB)} MB, and ${service} needs ${needed} MB before it has any work: ` +
    'raise mem_limit of Compose, resources.limits.memory of Kubernetes, or MemoryMax of systemd'
  );
}
