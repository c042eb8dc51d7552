import { SERVICES } from '@tributary/contracts';
import { provisionSchemas } from '@tributary/persistence';
import { putRequest } from '@tributary/service';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { openAccessDatabase } from '@tributary/api-gateway';
import { beginRebuild } from '../apps/api-gateway/src/model/rebuild/rebuilds';
import { BenchProcess } from './bench-process';
import { inScratch, report, rounded, say, withPostgres } from './benchmark';
import { ConstantLoad, Served } from './rebuild/constant-load';
import { fillAccounts, fillTransactions, Size } from './rebuild/filling';
import { createOwner } from './rest/query-model';
import { MeasuredServer, startGateway } from './rest/servers';

/**
 * The query model of 1,000,000 transactions is built again while a gateway answers 25 requests a second, lists and single
 * resources: time, what became of the requests, and whether the model is the same afterwards.
 *
 *   npm run bench -- rebuild [transactions]
 */
const LIMITS = {
  failed_share: { max: 0 },
  same_after: { min: 1 },
  p50_vs_before: { max: 3 },
  p99_vs_before: { max: 6 },
} as const;
const BEFORE_MS = 30_000;

type Urls = ReadonlyMap<string, string>;

async function main(): Promise<void> {
  const transactions = Number(process.argv[2] ?? 1_000_000);
  await inScratch((scratch) =>
    withPostgres(path.join(scratch, 'postgres'), ({ url }) => measure(url, transactions)),
  );
}

async function measure(postgresUrl: string, transactions: number): Promise<void> {
  const schemas = SERVICES.map((service) => service.replaceAll('-', '_'));
  const owners = schemas.map((schema) => ({ schema, password: randomBytes(12).toString('hex') }));
  const urls = await provisionSchemas(postgresUrl, owners);
  const system = await startOwners(urls);
  const admin = new Client({ connectionString: postgresUrl });
  await admin.connect();
  let gateway: MeasuredServer | null = null;
  try {
    const { userId, token } = await createOwner(urls.get('api_gateway') ?? '');
    const size: Size = { transactions, perAccount: 5000, accountsPerUser: 20, userId };
    await fillAccounts(admin, size);
    await rebuild(admin, urls); // brings the accounts to the gateway
    say(`filling ${transactions} transactions`);
    await fillTransactions(admin, size);
    gateway = await startGateway(urls.get('api_gateway') ?? '');
    await compare(admin, gateway, { token, transactions, urls });
  } finally {
    await gateway?.process.stop();
    await admin.end();
    await system.stop();
  }
}

async function compare(
  admin: Client,
  gateway: MeasuredServer,
  {
    token,
    transactions,
    urls,
  }: { readonly token: string; readonly transactions: number; readonly urls: Urls },
): Promise<void> {
  const before = await checksum(admin);
  const warm = new ConstantLoad(gateway.url, token, PATHS);
  await pause(5000);
  await warm.stop();
  const undisturbed = await loadDuring(gateway, token, () => pause(BEFORE_MS));
  say('rebuilding');
  const began = Date.now();
  const during = await loadDuring(gateway, token, () => rebuild(admin, urls));
  const tookS = (Date.now() - began) / 1000;
  const after = await checksum(admin);
  const ratios = {
    failed_share: during.failed / during.requests,
    same_after: before === after ? 1 : 0,
    p50_vs_before: rounded(during.p50Ms / undisturbed.p50Ms, 3),
    p99_vs_before: rounded(during.p99Ms / undisturbed.p99Ms, 3),
  };
  const figures = {
    transactions,
    took_s: rounded(tookS, 3),
    rows_per_s: Math.round(transactions / tookS),
    before: undisturbed,
    during,
  };
  report('rebuild', { ratios, figures, limits: LIMITS });
}

/** Lists in several orders, with filters, and single resources. */
const PATHS = [
  '/finance/transactions?page[size]=25',
  '/finance/transactions?page[size]=25&sort=-booking_date&include=financial_account',
  '/finance/accounts',
  '/finance/transactions/1',
  '/finance/transactions?page[size]=50&page[number]=40',
  '/finance/accounts/1',
  '/finance/transactions?filter[booked]=true&page[size]=25',
  '/finance/connections',
];

async function loadDuring(
  gateway: MeasuredServer,
  token: string,
  work: () => Promise<void>,
): Promise<Served> {
  const load = new ConstantLoad(gateway.url, token, PATHS);
  try {
    await work();
  } finally {
    await pause(200);
  }
  return load.stop();
}

/** In the form of the operator's command. */
async function rebuild(admin: Client, urls: Urls): Promise<void> {
  const database = await openAccessDatabase(urls.get('api_gateway') ?? '');
  try {
    await beginRebuild(database, randomBytes(8).toString('hex'));
  } finally {
    await database.close();
  }
  for (let progress = ''; ;) {
    const { rows } = await admin.query<{ state: string; outcome: string | null; progress: string }>(
      `select state, outcome, (select string_agg(rows_replayed || ' of ' || coalesce(rows_total, 0), ', ' order by service)
                                 from api_gateway.query_model_replays s where s.rebuild_id = r.id) as progress
         from api_gateway.query_model_rebuilds r order by id desc limit 1`,
    );
    const [row] = rows;
    if (row?.state === 'DONE') return;
    if (row?.state !== 'FILLING') throw new Error(`the rebuild ended badly: ${row?.outcome ?? 'it is gone'}`);
    if (row.progress !== progress) process.stderr.write(`${(progress = row.progress)}\n`);
    await pause(1000);
  }
}

async function checksum(admin: Client): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(putRequest('api_gateway'), [
    'checksum-query-model',
    '{}',
    'bench',
  ]);
  for (;;) {
    const found = await admin.query<{ outcome: string | null; error: string | null }>(
      'select outcome, error from api_gateway.operator_requests where id = $1 and ended_at is not null',
      [rows[0]?.id],
    );
    const [row] = found.rows;
    if (row && row.error !== null) throw new Error(row.error);
    if (row) return row.outcome ?? '';
    await pause(200);
  }
}

async function startOwners(urls: Urls): Promise<BenchProcess> {
  const databases = [...urls].map(([schema, url]) => [`${schema.toUpperCase()}_DATABASE_URL`, url] as const);
  const owners = BenchProcess.start('rebuild/owners-process.js', [], {
    ...Object.fromEntries(databases),
    ENCRYPTION_KEY: randomBytes(32).toString('base64'),
    HOST: '127.0.0.1',
    LOG_LEVEL: 'warn',
    RESTATE_ROWS_PER_S: process.env.RESTATE_ROWS_PER_S ?? '5000',
  });
  await owners.next();
  return owners;
}

void main();
