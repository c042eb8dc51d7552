import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The demo's report of itself. */
export interface DemoReport {
  readonly path_s: number;
  readonly cost: {
    readonly cpu_ms: Readonly<Record<string, number>>;
    readonly wal_bytes: number;
    readonly stored_bytes: number;
  } | null;
  readonly processes: {
    readonly name: string;
    readonly pid: number;
    readonly startS: number;
    readonly rssMb: number;
  }[];
}

/** The program of `npm start`. */
export const DEMO_MAIN = path.resolve(__dirname, '../apps/all-in-one/src/main.js');

/** Runs the demo once in an empty directory. @throws Error where it does not verify */
export function runDemo(dataDir: string, words: readonly string[]): DemoReport {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=32', DEMO_MAIN, '--once', ...words],
    {
      env: { ...process.env, DATA_DIR: dataDir, API_PORT: '0', SANDBOX_PORT: '0' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`the demo did not verify:\n${stderr}`);
  return demoReport(dataDir);
}

export function demoReport(dataDir: string): DemoReport {
  return JSON.parse(readFileSync(path.join(dataDir, 'report.json'), 'utf8')) as DemoReport;
}
