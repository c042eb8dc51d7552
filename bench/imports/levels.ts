import { readdirSync, readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { median, rounded } from '../benchmark';

const EVERY_MS = 100;
const MEBIBYTE = 2 ** 20;
const TICK_MS = 10;

/** What a part of the bench cost. */
export interface Cost {
  readonly s: number;
  /** Of this process, with its threads. */
  readonly nodeCpuMs: number;
  /** Of PostgreSQL's processes; null where the system does not say. */
  readonly postgresCpuMs: number | null;
  /** Medians of the four quarters of its time, and the highest: a level that grows with the rows is seen here. */
  readonly rssMb: { readonly quarters: readonly number[]; readonly max: number };
  /** How long other work of the process waited for its turn. */
  readonly loopDelayMs: { readonly p99: number; readonly max: number };
}

/** Measures parts of the bench one after the other. */
export class Levels {
  highestMb = 0;

  /** @param postgresPid of the server */
  constructor(private readonly postgresPid: number) {}

  async measure(work: () => Promise<unknown>): Promise<Cost> {
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(Math.round(process.memoryUsage.rss() / MEBIBYTE)), EVERY_MS);
    const delay = monitorEventLoopDelay({ resolution: TICK_MS });
    delay.enable();
    const postgres = this.postgresCpuMs();
    const cpu = process.cpuUsage();
    const began = performance.now();
    try {
      await work();
    } finally {
      clearInterval(timer);
      delay.disable();
    }
    const s = rounded((performance.now() - began) / 1000);
    const { user, system } = process.cpuUsage(cpu);
    const max = Math.max(0, ...samples);
    this.highestMb = Math.max(this.highestMb, max);
    const after = this.postgresCpuMs();
    return {
      s,
      nodeCpuMs: Math.round((user + system) / 1000),
      postgresCpuMs: postgres === null || after === null ? null : after - postgres,
      rssMb: { quarters: quartersOf(samples), max },
      loopDelayMs: { p99: rounded(delay.percentile(99) / 1e6, 0), max: rounded(delay.max / 1e6, 0) },
    };
  }

  /** Of the server, its running processes and those that have ended. */
  private postgresCpuMs(): number | null {
    try {
      const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
      const ticks = pids.flatMap((pid) => ticksOf(Number(pid), this.postgresPid) ?? []);
      return ticks.reduce((sum, own) => sum + own, 0) * TICK_MS;
    } catch {
      return null;
    }
  }
}

function quartersOf(samples: readonly number[]): number[] {
  const size = Math.ceil(samples.length / 4);
  return [0, 1, 2, 3].flatMap((quarter) => {
    const own = samples.slice(quarter * size, (quarter + 1) * size);
    return own.length === 0 ? [] : [median(own)];
  });
}

/** Ticks of a process and its ended children, if it is the parent or a child of it. */
function ticksOf(pid: number, parent: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    if (pid !== parent && Number(fields[1]) !== parent) return null;
    const [own = 0, system = 0, children = 0, childrenSystem = 0] = fields.slice(11, 15).map(Number);
    return own + system + (pid === parent ? children + childrenSystem : 0);
  } catch {
    return null; // it has ended meanwhile
  }
}
