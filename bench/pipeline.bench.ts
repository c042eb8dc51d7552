import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { measureBatchUpsert } from './batch-upsert';

/**
 * Throughput of the whole path, bank to webhook, on this machine: 49,102 real transactions from the first
 * request to the provider to the last delivery, as a share of a plain batch upsert of the same rows.
 */
interface Report {
  readonly path_s: number;
  readonly findings: { readonly what: string; readonly holds: boolean }[];
  readonly processes: { readonly name: string; readonly startS: number; readonly rssMb: number }[];
}

const TRANSACTIONS = 49_102;
const MAIN = path.resolve(__dirname, '../apps/all-in-one/src/main.js');
const LIMITS = { share_of_batch_upsert_in_process: 0.05, share_of_batch_upsert_kafka: 0.03 };

async function main(): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  try {
    const upsert = await measureBatchUpsert(path.join(scratch, 'upsert'));
    say(`batch upsert: ${Math.round(upsert)} rows/s`);
    const inProcess = runDemo(path.join(scratch, 'in-process'), []);
    say(`in process: ${Math.round(TRANSACTIONS / inProcess.path_s)} transactions/s`);
    const kafka = runDemo(path.join(scratch, 'kafka'), ['--kafka']);
    say(`on Kafka: ${Math.round(TRANSACTIONS / kafka.path_s)} transactions/s`);
    const ratios = {
      share_of_batch_upsert_in_process: rounded(TRANSACTIONS / inProcess.path_s / upsert),
      share_of_batch_upsert_kafka: rounded(TRANSACTIONS / kafka.path_s / upsert),
    };
    const processes = [...inProcess.processes, ...kafka.processes];
    const figures = {
      batch_upsert_rows_per_s: Math.round(upsert),
      transactions_per_s_in_process: Math.round(TRANSACTIONS / inProcess.path_s),
      transactions_per_s_kafka: Math.round(TRANSACTIONS / kafka.path_s),
      rss_mb_per_service: Object.fromEntries(processes.map(({ name, rssMb }) => [name, Math.round(rssMb)])),
      start_s_per_service: Object.fromEntries(processes.map(({ name, startS }) => [name, rounded(startS)])),
    };
    say(JSON.stringify({ bench: 'pipeline', ratios, figures, limits: LIMITS }));
    const met = ratios.share_of_batch_upsert_in_process >= LIMITS.share_of_batch_upsert_in_process;
    process.exitCode =
      met && ratios.share_of_batch_upsert_kafka >= LIMITS.share_of_batch_upsert_kafka ? 0 : 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Runs the demo once in an empty directory; it must verify before its time counts. */
function runDemo(dataDir: string, words: readonly string[]): Report {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--max-semi-space-size=32', MAIN, '--once', ...words],
    {
      env: { ...process.env, DATA_DIR: dataDir, API_PORT: '0', SANDBOX_PORT: '0' },
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(`the demo did not verify:\n${stderr}`);
  return JSON.parse(readFileSync(path.join(dataDir, 'report.json'), 'utf8')) as Report;
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

void main();
