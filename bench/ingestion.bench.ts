import { MESSAGING_MIGRATIONS } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { Client } from 'pg';
import { ProviderAConfig } from '../apps/ingestion-sync/src/providers/provider-a/config';
import { MIGRATIONS } from '../apps/ingestion-sync/src/migrations/migrations';
import { Findings, inScratch, median, report, rounded, say, withPostgres } from './benchmark';
import { captureWrites, rowsOf } from './ingestion/captured-writes';
import { ingestionConfig, IngestionPath } from './ingestion/path';
import { SandboxProcess, startSandboxProcess } from './ingestion/sandbox-process';
import { countStatements } from './ingestion/statements';
import { WritePath, WriteRound } from './ingestion/write-path';
import { importIntoActual } from './rules/actual';
import { loadTransactions } from './rules/transactions';

/**
 * ingestion-sync from the provider's HTTP pages to rows with their events: the service as it ships reads a bank of
 * 49,102 real transactions for one user after another. Beside it Actual Budget's import of the same bank, and COPY on
 * the same server for the write path alone: rows that are new, and the same rows again with every tenth changed.
 *
 *   npm run bench -- ingestion        200,000 transactions
 *   FULL=1 npm run bench -- ingestion 1,000,000
 */
const USERS = process.env.FULL === '1' ? 21 : 4;
const SCHEMA = 'ingestion_sync';
const WRITE_ROUNDS = 3;
/**
 * Of the same rows, in one account and in one call: it slows down with every account, call and row that it has, so all
 * of this flatters it.
 */
const OF_ACTUAL = 10_000;

const LIMITS = {
  vs_actual: { min: 10 },
  write_path_vs_copy: { min: 0.45 },
  resend_vs_copy: { min: 0.3 },
};

/** One user's bank, read whole. */
interface Loaded {
  readonly rows: number;
  readonly seconds: number;
  readonly statements: number;
  readonly rssMb: number;
}

interface Surroundings {
  readonly databaseUrl: string;
  readonly admin: Client;
  readonly sandbox: SandboxProcess;
  readonly key: string;
}

async function main(): Promise<void> {
  await inScratch((scratch) => withPostgres(path.join(scratch, 'postgres'), ({ url }) => measure(url)));
}

async function measure(postgresUrl: string): Promise<void> {
  const sandbox = await startSandboxProcess();
  const admin = new Client({ connectionString: postgresUrl });
  try {
    await admin.connect();
    const urls = await provisionSchemas(postgresUrl, [{ schema: SCHEMA, password: 'bench' }]);
    const key = randomBytes(32).toString('base64');
    const surroundings = { databaseUrl: urls.get(SCHEMA) ?? '', admin, sandbox, key };
    const loaded = await loadBanks(surroundings);
    const rounds = await measureWrites(surroundings);
    const actual = await importIntoActual(loadTransactions(OF_ACTUAL), []);
    report('ingestion', findings(loaded, rounds, OF_ACTUAL / actual.seconds));
  } finally {
    await admin.end();
    await sandbox.stop();
  }
}

async function loadBanks({ databaseUrl, admin, sandbox, key }: Surroundings): Promise<Loaded[]> {
  const statements = countStatements(SCHEMA);
  const service = await IngestionPath.start(ingestionConfig(databaseUrl, sandbox.providerAUrl, key), admin);
  const loaded: Loaded[] = [];
  try {
    for (let user = 1; user <= USERS; user += 1) {
      const before = statements();
      const { rows, seconds } = await service.load(user);
      const rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
      loaded.push({ rows, seconds, statements: statements() - before, rssMb });
      say(
        `bank ${user} of ${USERS}: ${rows} transactions, ${Math.round(rows / seconds)} a second, ${rssMb} MB`,
      );
    }
    return loaded;
  } finally {
    await service.stop();
  }
}

/** The first user's accounts as if they were new; what their sync wants saved is saved again and again. */
async function measureWrites(surroundings: Surroundings): Promise<{ rows: number; rounds: WriteRound[] }> {
  const { databaseUrl, admin, sandbox, key } = surroundings;
  await admin.query(FIRST_USER_AS_NEW);
  const migrations = [...MESSAGING_MIGRATIONS, ...MIGRATIONS];
  const database = await Database.open({ url: databaseUrl, schema: SCHEMA, migrations });
  try {
    const box = new SecretBox(key);
    const { providers } = ingestionConfig(databaseUrl, sandbox.providerAUrl, key);
    const writes = await captureWrites(database, box, providers.PROVIDER_A as ProviderAConfig);
    const path = new WritePath(database, box, admin, writes);
    const rounds: WriteRound[] = [];
    for (let round = 0; round < WRITE_ROUNDS; round += 1) rounds.push(await path.round());
    return { rows: rowsOf(writes), rounds };
  } finally {
    await database.close();
  }
}

const FIRST_USER_AS_NEW = `
  truncate ingestion_sync.transactions, ingestion_sync.allowances cascade;
  update ingestion_sync.financial_accounts
     set next_sync_at = case when user_id = 1 then now() end, history_state = 'NEW', covered_to = null,
         backfill_cursor = null, details_synced_at = null`;

function findings(
  loaded: readonly Loaded[],
  { rows, rounds }: { rows: number; rounds: readonly WriteRound[] },
  actualRate: number,
): Findings {
  const all = { rows: sumOf(loaded, 'rows'), seconds: sumOf(loaded, 'seconds') };
  const pathRate = all.rows / all.seconds;
  const rateOf = (what: keyof WriteRound): number => rows / median(rounds.map((round) => round[what]));
  const copyRate = rateOf('copyS');
  const ratios = {
    vs_actual: rounded(pathRate / actualRate),
    write_path_vs_copy: rounded(rateOf('newS') / copyRate),
    resend_vs_copy: rounded(rateOf('resendS') / copyRate),
  };
  const figures = {
    transactions: all.rows,
    rows_per_s: {
      http_pages_to_rows_and_events: Math.round(pathRate),
      [`actual_import_of_${OF_ACTUAL}`]: Math.round(actualRate),
      write_path: Math.round(rateOf('newS')),
      resend_a_tenth_changed: Math.round(rateOf('resendS')),
      server_side_copy: Math.round(copyRate),
    },
    statements_per_1000_transactions: rounded((sumOf(loaded, 'statements') / all.rows) * 1000),
    rss_mb: Object.fromEntries(
      loaded.map(({ rssMb }, index) => [sumOf(loaded.slice(0, index + 1), 'rows'), rssMb]),
    ),
  };
  return { ratios, figures, limits: LIMITS };
}

function sumOf<Name extends string>(items: readonly Readonly<Record<Name, number>>[], name: Name): number {
  return items.reduce((sum, item) => sum + item[name], 0);
}

void main();
