import { appendFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { constants, PerformanceEntry, PerformanceObserver } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/**
 * Loaded into each service before its own code (`--require`): writes every few seconds what the process holds, one JSON
 * line each. It only reads: an unhandled rejection still ends the process.
 */
export interface Sample {
  readonly pid: number;
  readonly atMs: number;
  readonly rssMb: number;
  readonly heapUsedMb: number;
  /** Memory after a full collection, if one was requested before this sample. */
  readonly heapLiveMb: number | null;
  readonly externalMb: number;
  readonly files: number;
  /** Handles and requests that keep the process alive, by type. */
  readonly resources: Readonly<Record<string, number>>;
  /** Warnings of Node so far, by name. */
  readonly warnings: Readonly<Record<string, number>>;
  readonly fullCollections: number;
  readonly cpuS: number;
}

const EVERY_MS = 10_000;
const MB = 2 ** 20;
const warnings: Record<string, number> = {};
let fullCollections = 0;

function sampleTo(file: string, live: boolean): void {
  if (live) collect();
  const { rss, heapUsed, external } = process.memoryUsage();
  const { user, system } = process.cpuUsage();
  const sample: Sample = {
    pid: process.pid,
    atMs: Date.now(),
    rssMb: rss / MB,
    heapUsedMb: heapUsed / MB,
    heapLiveMb: live ? heapUsed / MB : null,
    externalMb: external / MB,
    files: readdirSync('/proc/self/fd').length,
    resources: countOf(process.getActiveResourcesInfo()),
    warnings,
    fullCollections,
    cpuS: (user + system) / 1e6,
  };
  appendFileSync(file, `${JSON.stringify(sample)}\n`);
}

function collect(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

function countOf(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

const directory = process.env.BENCH_SAMPLES;
if (directory) {
  const service = path.basename(path.resolve(process.argv[1] ?? '', '../..'));
  const file = path.join(directory, `${service}.jsonl`);
  process.on('warning', ({ name }) => (warnings[name] = (warnings[name] ?? 0) + 1));
  new PerformanceObserver((list) => {
    const full = list.getEntries().filter(isFullCollection);
    fullCollections += full.length;
  }).observe({ entryTypes: ['gc'] });
  setInterval(() => sampleTo(file, false), EVERY_MS).unref();
  process.on('SIGUSR2', () => sampleTo(file, true));
}

function isFullCollection(entry: PerformanceEntry): boolean {
  return (entry as { detail?: { kind?: number } }).detail?.kind === constants.NODE_PERFORMANCE_GC_MAJOR;
}
