import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';

/** A running process whose processor time is counted. */
interface CountedProcess {
  readonly name: string;
  readonly pid: number;
}

/** The cost of the demo's first sync, in figures that other work on the machine hardly affects. */
export interface PathCost {
  /** Processor time in milliseconds, by process; `postgresql` is the embedded server with all its connections. */
  readonly cpu_ms: Readonly<Record<string, number>>;
  readonly wal_bytes: number;
  readonly stored_bytes: number;
}

/** The sources of the cost. */
export interface CostMeter {
  readonly processes: readonly CountedProcess[];
  readonly adminUrl: string;
  /** The data directory of the embedded server; without one its processor time is not counted. */
  readonly postgresDir: string;
}

interface Reading {
  readonly cpuMs: ReadonlyMap<string, number>;
  readonly walBytes: number;
  readonly storedBytes: number;
}

/**
 * Starts counting.
 * @returns a function that ends it; null without Linux' /proc
 */
export async function startCounting(meter: CostMeter): Promise<() => Promise<PathCost | null>> {
  const before = await read(meter);
  return async () => {
    const after = await read(meter);
    if (!before || !after) return null;
    const spent = [...after.cpuMs].map(([name, ms]): [string, number] => [
      name,
      Math.round(ms - (before.cpuMs.get(name) ?? 0)),
    ]);
    return {
      cpu_ms: Object.fromEntries(spent),
      wal_bytes: after.walBytes - before.walBytes,
      stored_bytes: after.storedBytes - before.storedBytes,
    };
  };
}

async function read({ processes, adminUrl, postgresDir }: CostMeter): Promise<Reading | null> {
  try {
    const cpuMs = new Map(processes.map(({ name, pid }) => [name, cpuMsOf(pid).own]));
    const postmaster = postmasterPid(postgresDir);
    if (postmaster !== null) cpuMs.set('postgresql', withChildrenMs(postmaster));
    return { cpuMs, ...(await bytesOf(adminUrl)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

async function bytesOf(adminUrl: string): Promise<Pick<Reading, 'walBytes' | 'storedBytes'>> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ wal: string; stored: string }>(
      `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as wal, pg_database_size(current_database()) as stored`,
    );
    return { walBytes: Number(rows[0]?.wal), storedBytes: Number(rows[0]?.stored) };
  } finally {
    await client.end();
  }
}

function postmasterPid(dataDir: string): number | null {
  try {
    return Number.parseInt(readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);
  } catch {
    return null;
  }
}

/** Linux counts in hundredths of a second, independent of its timer frequency. */
const MS_PER_TICK = 10;

/**
 * Returns the processor times of the process and of its ended children, and its parent's id, from `/proc/<pid>/stat`.
 */
function cpuMsOf(pid: number): { own: number; ended: number; parent: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = (from: number): number => Number(fields[from]) + Number(fields[from + 1]);
  return { own: ticks(11) * MS_PER_TICK, ended: ticks(13) * MS_PER_TICK, parent: Number(fields[1]) };
}

function withChildrenMs(parent: number): number {
  const { own, ended } = cpuMsOf(parent);
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return children.reduce((sum, name) => sum + ownIfChild(Number(name), parent), own + ended);
}

function ownIfChild(pid: number, parent: number): number {
  try {
    const process = cpuMsOf(pid);
    return process.parent === parent ? process.own : 0;
  } catch {
    return 0; // it has ended, and its time counts with its parent's next reading
  }
}
