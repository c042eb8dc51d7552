import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { rounded } from '../benchmark';
import type { Sample } from './sampler';

export function samplesOf(directory: string, service: string): Sample[] {
  const file = path.join(directory, `${service}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as Sample);
}

/** A service's memory over time, after the warm-up; slopes by linear regression. */
export interface Trend {
  readonly samples: number;
  readonly rss_mb_first: number;
  readonly rss_mb_last: number;
  readonly rss_mb_max: number;
  readonly rss_mb_per_h: number;
  /** What rests on the slope's own uncertainty: twice its standard error. */
  readonly rss_mb_per_h_error: number;
  readonly heap_used_mb_per_h: number;
  /** After requested collections: the live memory. */
  readonly heap_live_mb: readonly number[];
  readonly heap_live_mb_per_h: number;
  readonly files_first: number;
  readonly files_last: number;
  readonly files_max: number;
  readonly resources_last: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
  readonly full_collections: number;
  readonly cpu_share: number;
}

export function trendOf(all: readonly Sample[], fromMs: number): Trend {
  const after = all.filter(({ atMs }) => atMs >= fromMs);
  const usual = after.filter(({ heapLiveMb }) => heapLiveMb === null);
  const live = after.filter(({ heapLiveMb }) => heapLiveMb !== null);
  const [first] = usual;
  const last = usual.at(-1);
  if (!first || !last) throw new Error('no samples after the warm-up');
  const rss = slopeOf(usual, ({ rssMb }) => rssMb);
  return {
    samples: usual.length,
    rss_mb_first: rounded(first.rssMb),
    rss_mb_last: rounded(last.rssMb),
    rss_mb_max: rounded(Math.max(...usual.map(({ rssMb }) => rssMb))),
    rss_mb_per_h: rounded(rss.perHour),
    rss_mb_per_h_error: rounded(rss.errorPerHour),
    heap_used_mb_per_h: rounded(slopeOf(usual, ({ heapUsedMb }) => heapUsedMb).perHour),
    heap_live_mb: live.map(({ heapLiveMb }) => rounded(heapLiveMb ?? 0)),
    heap_live_mb_per_h: rounded(slopeOf(live, ({ heapLiveMb }) => heapLiveMb ?? 0).perHour),
    files_first: first.files,
    files_last: last.files,
    files_max: Math.max(...usual.map(({ files }) => files)),
    resources_last: last.resources,
    warnings: last.warnings,
    full_collections: last.fullCollections - first.fullCollections,
    cpu_share: rounded((last.cpuS - first.cpuS) / Math.max(1, (last.atMs - first.atMs) / 1000)),
  };
}

interface Slope {
  readonly perHour: number;
  /** Twice the standard error. */
  readonly errorPerHour: number;
}

/** Ordinary least squares over time. */
function slopeOf(samples: readonly Sample[], value: (sample: Sample) => number): Slope {
  const points = samples.map((sample) => ({ x: sample.atMs / 3_600_000, y: value(sample) }));
  if (points.length < 3) return { perHour: 0, errorPerHour: 0 };
  const x = mean(points.map((point) => point.x));
  const y = mean(points.map((point) => point.y));
  const spread = sum(points.map((point) => (point.x - x) ** 2));
  const slope = sum(points.map((point) => (point.x - x) * (point.y - y))) / spread;
  const residue = sum(points.map((point) => (point.y - y - slope * (point.x - x)) ** 2));
  return { perHour: slope, errorPerHour: 2 * Math.sqrt(residue / (points.length - 2) / spread) };
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
