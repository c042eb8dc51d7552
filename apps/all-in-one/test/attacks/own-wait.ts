import { readFileSync } from 'node:fs';

/** Linux counts processor time in hundredths of a second in /proc. */
const TICK_MS = 10;

interface Reading {
  readonly at: number;
  /** Time in which a thread was runnable while other threads had the processors. */
  readonly queuedMs: number;
  /** Processor time of the whole machine, and of the attacked system's processes. */
  readonly machineMs: number;
  readonly systemMs: number;
}

/**
 * Measures how long a process delays others on a shared machine. Time in which its main thread, or the measuring
 * process's, waited for a processor does not count if programs outside of the system used the processors meanwhile. On
 * an idle machine, and on systems other than Linux, all time counts.
 */
export class OwnWait {
  /**
   * @param probed the measured process
   * @param system all processes of the system
   */
  constructor(
    private readonly probed: number,
    private readonly system: readonly number[],
  ) {}

  async of(ask: () => Promise<unknown>): Promise<number> {
    const before = this.read();
    await ask();
    const after = this.read();
    const others = after.machineMs - before.machineMs - (after.systemMs - before.systemMs);
    const queued = after.queuedMs - before.queuedMs;
    return after.at - before.at - Math.max(0, Math.min(queued, others));
  }

  private read(): Reading {
    const at = performance.now();
    try {
      return {
        at,
        queuedMs: queuedMs(this.probed) + queuedMs(process.pid),
        machineMs: machineMs(),
        systemMs: this.system.reduce((sum, pid) => sum + processMs(pid), 0),
      };
    } catch {
      return { at, queuedMs: 0, machineMs: 0, systemMs: 0 };
    }
  }
}

function queuedMs(pid: number): number {
  const [, waited = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(waited) / 1e6;
}

function machineMs(): number {
  const [cpu = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = cpu
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + irq + softirq + steal) * TICK_MS;
}

/** Returns the processor time of all threads of the process. */
function processMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The process name may contain spaces; user and system time are the 14th and 15th field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
