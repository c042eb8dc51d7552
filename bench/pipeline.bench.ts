import path from 'node:path';
import { measureBatchUpsert } from './batch-upsert';
import { inScratch, report, rounded, say } from './benchmark';
import { DemoReport, runDemo } from './demo-run';

/**
 * Throughput of the whole path, bank to webhook, on this machine: 49,102 real transactions from the first
 * request to the provider to the last delivery, as a share of a plain batch upsert of the same rows.
 */
const TRANSACTIONS = 49_102;
const LIMITS = {
  share_of_batch_upsert_in_process: { min: 0.05 },
  share_of_batch_upsert_kafka: { min: 0.03 },
};

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const upsert = await measureBatchUpsert(path.join(scratch, 'upsert'));
    say(`batch upsert: ${Math.round(upsert)} rows/s`);
    const inProcess = runDemo(path.join(scratch, 'in-process'), []);
    say(`in process: ${Math.round(TRANSACTIONS / inProcess.path_s)} transactions/s`);
    const kafka = runDemo(path.join(scratch, 'kafka'), ['--kafka']);
    say(`on Kafka: ${Math.round(TRANSACTIONS / kafka.path_s)} transactions/s`);
    const ratios = {
      share_of_batch_upsert_in_process: rounded(TRANSACTIONS / inProcess.path_s / upsert, 3),
      share_of_batch_upsert_kafka: rounded(TRANSACTIONS / kafka.path_s / upsert, 3),
    };
    const processes = [...inProcess.processes, ...kafka.processes];
    const figures = {
      cpu_ms_per_transaction: { in_process: cpuOf(inProcess), kafka: cpuOf(kafka) },
      wal_kb_per_transaction: kbOf(inProcess.cost?.wal_bytes),
      stored_kb_per_transaction: kbOf(inProcess.cost?.stored_bytes),
      batch_upsert_rows_per_s: Math.round(upsert),
      transactions_per_s_in_process: Math.round(TRANSACTIONS / inProcess.path_s),
      transactions_per_s_kafka: Math.round(TRANSACTIONS / kafka.path_s),
      rss_mb_per_service: Object.fromEntries(processes.map(({ name, rssMb }) => [name, Math.round(rssMb)])),
      start_s_per_service: Object.fromEntries(
        processes.map(({ name, startS }) => [name, rounded(startS, 3)]),
      ),
    };
    report('pipeline', { ratios, figures, limits: LIMITS });
  });
}

/** By process, and `all` of ours: the sandbox stands for other companies. */
function cpuOf({ cost }: DemoReport): Record<string, number> {
  const { sandbox = 0, ...ours } = cost?.cpu_ms ?? {};
  const all = Object.values(ours).reduce((sum, ms) => sum + ms, 0);
  const each = Object.entries({ all, ...ours, sandbox });
  return Object.fromEntries(each.map(([name, ms]) => [name, rounded(ms / TRANSACTIONS, 3)]));
}

function kbOf(bytes: number | undefined): number {
  return rounded((bytes ?? NaN) / TRANSACTIONS / 1000, 1);
}

void main();
