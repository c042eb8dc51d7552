import { readFileSync } from 'node:fs';

/**
 * Returns the processor time in milliseconds that the main thread has used since the process began. Work of other
 * threads (hashes, compression) and waiting for a busy machine do not count. On systems other than Linux it is the time
 * of all threads.
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

/** Returns the processor time of the main thread during the work. */
export async function mainThreadMsOf(work: () => unknown): Promise<number> {
  const before = mainThreadMs();
  await work();
  return mainThreadMs() - before;
}
