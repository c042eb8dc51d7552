import { Worker } from 'node:worker_threads';

/** All that the process has, what Node's own limit does not count (bytes of answers, unpacked files) included. */
const MEMORY_BYTES_MAX = 1024 * 1024 * 1024;
const LOOKED_EVERY_MS = 100;

/** A thread of its own: a file that unpacks to gigabytes keeps the main one busy until it is too late. */
const WATCH = `
setInterval(() => {
  if (process.memoryUsage.rss() > ${MEMORY_BYTES_MAX}) process.kill(process.pid, 'SIGKILL');
}, ${LOOKED_EVERY_MS});
`;

/** Ends only this process when it uses more memory than a budget can need. */
export function endAtMemory(): void {
  new Worker(WATCH, { eval: true, resourceLimits: { maxOldGenerationSizeMb: 16 } }).unref();
}
