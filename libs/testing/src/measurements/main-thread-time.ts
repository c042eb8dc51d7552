import { readFileSync } from 'node:fs';

/**
 * Milliseconds of processor time that the main thread has used since the process began: work of other threads (hashes,
 * compression) and waiting for a busy machine do not count. Where the kernel does not say it (other than Linux), the
 * time of all threads.
 */
export function mainThreadMs(): number {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** The processor time of the main thread during the work: what nobody else is served in. */
export async function mainThreadMsOf(work: () => unknown): Promise<number> {
  const before = mainThreadMs();
  await work();
  return mainThreadMs() - before;
}
