import { startIngestionSync } from '@tributary/ingestion-sync';
import { provisionSchemas } from '@tributary/persistence';
import { createPino, RunningService, ServiceLogger } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { brokerFor } from './bench-broker';
import { inScratch, median, report, rounded, say, secondsOf, withPostgres } from './benchmark';
import { readBare } from './formats/readings';
import { Cost, Levels } from './imports/levels';
import { FileTruth, ImportedFormat, writeStatement } from './imports/statement-files';
import { TimedImports } from './imports/timed-imports';
import { ingestionConfig, IngestionPath } from './ingestion/path';
import { SandboxProcess, startSandboxProcess } from './ingestion/sandbox-process';

/**
 * Files from their upload to transactions with their events, imported again (every entry is known), and undone; beside it
 * the bare parse of the same file. At last an import beside which other users' accounts are synced.
 *
 *   npm run bench -- imports        100,000 entries, CSV
 *   FULL=1 npm run bench -- imports 1,000,000, CSV and QIF
 *   npm run bench -- imports 20000  so many
 */
const IS_FULL = process.env.FULL === '1';
const ENTRIES = Number(process.argv[2] ?? (IS_FULL ? 1_000_000 : 100_000));
const FORMATS: readonly ImportedFormat[] = IS_FULL ? ['CSV', 'QIF'] : ['CSV'];
const BESIDE_ENTRIES = 50_000;
const SCHEMA = 'ingestion_sync';
/** Of a neighbour: three accounts. */
const INSTITUTION = 'BERKA_3';
const SYNCS_ALONE = 5;
const MEBIBYTE = 2 ** 20;

const LIMITS = { memory_mb: { max: 700 }, lost_or_doubled: { max: 0 } };

interface Setting {
  readonly scratch: string;
  readonly service: RunningService;
  readonly observer: Client;
  readonly levels: Levels;
}

interface Played {
  readonly figures: object;
  readonly lostOrDoubled: number;
}

async function main(): Promise<void> {
  await inScratch((scratch) =>
    withPostgres(path.join(scratch, 'postgres'), async ({ url, pid }) => {
      const sandbox = await startSandboxProcess();
      try {
        await measure(scratch, url, new Levels(pid), sandbox);
      } finally {
        await sandbox.stop();
      }
    }),
  );
}

async function measure(scratch: string, url: string, levels: Levels, sandbox: SandboxProcess): Promise<void> {
  const urls = await provisionSchemas(url, [{ schema: SCHEMA, password: 'bench' }]);
  const key = randomBytes(32).toString('base64');
  const config = ingestionConfig(urls.get(SCHEMA) ?? '', sandbox.providerAUrl, key);
  const logger = new ServiceLogger(createPino({ service: 'ingestion-sync', level: 'silent' }));
  const observer = new Client({ connectionString: url });
  const service = await startIngestionSync(config, { broker: brokerFor('ingestion-sync'), logger });
  try {
    await observer.connect();
    const setting = { scratch, service, observer, levels };
    const played: [ImportedFormat, Played][] = [];
    for (const format of FORMATS) played.push([format, await play(setting, format)]);
    const beside = await syncsBeside(setting);
    report('imports', {
      ratios: {
        memory_mb: levels.highestMb,
        lost_or_doubled: played.reduce((sum, [, { lostOrDoubled }]) => sum + lostOrDoubled, 0),
      },
      figures: {
        ...Object.fromEntries(played.map(([format, { figures }]) => [format, figures])),
        syncs_of_others_s: beside,
      },
      limits: LIMITS,
    });
  } finally {
    await observer.end();
    await service.stop();
  }
}

async function play(
  { scratch, service, observer, levels }: Setting,
  format: ImportedFormat,
): Promise<Played> {
  const file = path.join(scratch, `bench.${format.toLowerCase()}`);
  const truth = writeStatement(format, ENTRIES, file);
  const bareSeconds = await secondsOf(() => readBare(format, file));
  const imports = new TimedImports(service, FORMATS.indexOf(format) + 1);
  const account = await imports.createAccount();
  const costs: Record<string, Cost> = {};
  const part = async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const results: Result[] = [];
    costs[name] = await levels.measure(async () => results.push(await work()));
    say(`${format} ${name}: ${JSON.stringify(costs[name])}`);
    return results[0] as Result;
  };
  const first = await part('upload', () => imports.upload(file, account));
  await part('preview', () => imports.preview(first));
  const applied = await part('apply', () => imports.apply(first));
  const afterFirst = await differenceOf(observer, account, truth);
  const second = await imports.upload(file, account);
  const known = await part('again_preview', () => imports.preview(second));
  const again = await part('again_apply', () => imports.apply(second));
  const afterSecond = await differenceOf(observer, account, truth);
  // The second import has found all transactions of the first: undoing the first hands them on, as it must.
  await part('undo_kept', () => imports.undo(first));
  const afterKept = await differenceOf(observer, account, truth);
  const undone = await part('undo', () => imports.undo(second));
  const afterUndo = await differenceOf(observer, account, { entries: 0, cents: 0n });
  const third = await imports.upload(file, account);
  await imports.preview(third);
  await part('discard', () => imports.discard(third));
  const storedSeconds = (costs.preview?.s ?? NaN) + (costs.apply?.s ?? NaN);
  return {
    lostOrDoubled: afterFirst + afterSecond + afterKept + afterUndo,
    figures: {
      entries: ENTRIES,
      file_mb: rounded(statSync(file).size / MEBIBYTE),
      bare_parse_rows_per_s: Math.round(ENTRIES / bareSeconds),
      preview_rows_per_s: Math.round(ENTRIES / (costs.preview?.s ?? NaN)),
      apply_rows_per_s: Math.round(ENTRIES / (costs.apply?.s ?? NaN)),
      rows_per_s: Math.round(ENTRIES / storedSeconds),
      added: [applied.transactions_added, again.transactions_added],
      known: known.entries_known,
      removed: undone.transactions_removed,
      costs,
    },
  };
}

/** By how many transactions or cents the shown ones of an account differ from a file. */
async function differenceOf(
  observer: Client,
  accountId: number,
  { entries, cents }: FileTruth,
): Promise<number> {
  const { rows } = await observer.query<{ count: string; cents: string }>(
    `select count(*) as count, coalesce(sum((document->>'amount')::numeric) * 100, 0)::bigint as cents
       from ${SCHEMA}.transactions where account_id = $1 and state = 'LIVE'`,
    [accountId],
  );
  const [stored = { count: '0', cents: '0' }] = rows;
  return Math.abs(Number(stored.count) - entries) + Math.abs(Number(BigInt(stored.cents) - cents));
}

/** Syncs of other users alone, and beside an import of one user: seconds from connecting to the last row. */
async function syncsBeside({ scratch, service, observer }: Setting): Promise<object> {
  const syncs = IngestionPath.of(service, observer);
  let user = 1000;
  const alone: number[] = [];
  const sync = async (): Promise<number> => syncs.sync((user += 1), INSTITUTION);
  for (let count = 0; count < SYNCS_ALONE; count += 1) alone.push(await sync());
  const file = path.join(scratch, 'beside.csv');
  writeStatement('CSV', BESIDE_ENTRIES, file);
  const imports = new TimedImports(service, 500);
  const importId = await imports.upload(file, await imports.createAccount());
  const beside = async (work: () => Promise<unknown>): Promise<number[]> => {
    const running = { is: true };
    const done = work().finally(() => {
      running.is = false;
    });
    const seconds: number[] = [];
    while (running.is) seconds.push(await sync());
    await done;
    return seconds;
  };
  const phases = {
    alone,
    preview: await beside(() => imports.preview(importId)),
    apply: await beside(() => imports.apply(importId)),
    undo: await beside(() => imports.undo(importId)),
  };
  return Object.fromEntries(
    Object.entries(phases).map(([name, seconds]) => [
      name,
      { syncs: seconds.length, median: rounded(median(seconds)), max: rounded(Math.max(...seconds)) },
    ]),
  );
}

void main();
