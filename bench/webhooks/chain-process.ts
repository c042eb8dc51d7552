import { createTributaryClient, dataOf } from '@tributary/client';
import { SyncAccounts, ownerOf } from '@tributary/contracts';
import { provisionSchemas } from '@tributary/persistence';
import { startTelemetry } from '@tributary/service';
import { subscribe } from 'node:diagnostics_channel';
import { mkdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { DataDir } from '../../apps/all-in-one/src/data-dir';
import { ensureDemoUser } from '../../apps/all-in-one/src/demo/demo-user';
import { BankTransaction, SandboxControl } from '../../apps/all-in-one/src/demo/sandbox-control';
import { accountsOf, SetUp } from '../../apps/all-in-one/src/demo/set-up';
import { startInProcess } from '../../apps/all-in-one/src/services/in-process';
import { RunningSystem } from '../../apps/all-in-one/src/services/running-system';
import { SCHEMAS, schemaOf } from '../../apps/all-in-one/src/services/service-environment';
import { SandboxProcess, startSandboxProcess } from '../../apps/all-in-one/src/child-processes/sandbox';
import { endWithBench } from '../bench-process';
import type { Booked, ChainRequest, Work } from './chain';

/**
 * All of Tributary in one process, with a bank at the sandbox: books transactions there on request, requests syncs, and
 * records when the bank's answer with each of them arrived.
 */
const INSTITUTION = 'BERKA_100';
const PER_ACCOUNT = 20;
const TICK_MS = 200;

/** When the answer with each booked transaction came in, by its number. */
const answeredAtMs = new Map<number, number>();
let booked = 0;

interface Chain {
  readonly system: RunningSystem;
  readonly sandbox: SandboxProcess;
  readonly control: SandboxControl;
  readonly userId: number;
  /** Our id of each account, by the bank's. */
  readonly accounts: readonly (readonly [string, number])[];
}

/** Answers of the bank as the client of ingestion-sync receives them, piece by piece. */
subscribe('undici:request:bodyChunkReceived', (message) => {
  const { request, chunk } = message as { request: { path: string }; chunk: Buffer };
  if (!request.path.includes('/transactions')) return;
  const now = Date.now();
  for (const [, number] of chunk.toString('latin1').matchAll(/"work-(\d+)"/g)) {
    if (!answeredAtMs.has(Number(number))) answeredAtMs.set(Number(number), now);
  }
});

async function start(postgresUrl: string, scratch: string): Promise<Chain> {
  startTelemetry('tributary');
  const dataDir = new DataDir(scratch);
  mkdirSync(dataDir.path('logs'), { recursive: true });
  const secrets = dataDir.secrets();
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(postgresUrl, owners);
  const sandbox = await startSandboxProcess(dataDir, 0, {
    environment: { SANDBOX_DAILY_CALLS: '1000000', SANDBOX_REQUESTS_PER_HOUR: '1000000' },
  });
  const settings = { databaseUrls, secrets, sandbox, apiPort: 0, kafkaBrokers: null };
  const system = await startInProcess(settings, dataDir.path('logs', 'tributary.log'));
  const { userId, token } = await ensureDemoUser(dataDir, databaseUrls.get(schemaOf('api-gateway')) ?? '');
  const rest = createTributaryClient({ baseUrl: `${system.gatewayUrl}/api/v1`, token });
  const control = new SandboxControl(sandbox);
  const { commands } = system;
  const { receiverUrl } = sandbox;
  const report = (): void => undefined;
  await new SetUp({
    dataDir,
    commands,
    rest,
    control,
    userId,
    institution: INSTITUTION,
    receiverUrl,
    report,
  }).run();
  const url = process.env.BENCH_RECEIVER;
  if (!url) throw new Error('BENCH_RECEIVER is not set');
  await settled(postgresUrl);
  await dataOf(rest.POST('/webhooks', { body: { url, events: ['transactions.created'] } }));
  const accounts: (readonly [string, number])[] = [];
  for await (const { id, bankId } of accountsOf(rest)) accounts.push([bankId, Number(id)]);
  return { system, sandbox, control, userId, accounts };
}

/** Waits until the bank has been read, and the results have been sent. */
async function settled(postgresUrl: string): Promise<void> {
  const admin = new Client({ connectionString: postgresUrl });
  await admin.connect();
  for (let quiet = 0; quiet < 3;) {
    const { rows } = await admin.query(UNSETTLED);
    quiet = rows.length === 0 ? quiet + 1 : 0;
    await pause(300);
  }
  await admin.end();
}

const UNSETTLED = `
  (select 1 from ingestion_sync.financial_accounts
    where history_state <> 'COMPLETE' or transactions_synced_at is null or lease_until is not null limit 1)
  union all (select 1 from ingestion_sync.outbox limit 1) union all (select 1 from rule_engine.outbox limit 1)
  union all (select 1 from webhook_dispatcher.deliveries where status = 'PENDING' limit 1)`;

/** New transactions at some accounts, and a sync of each. */
async function book({ control, system, userId }: Chain, some: Chain['accounts']): Promise<void> {
  const work = some.map(([bankId]) => control.book(bankId, Array.from({ length: PER_ACCOUNT }, transaction)));
  await Promise.all(work);
  const payload = { connectionId: null, financialAccountIds: some.map(([, id]) => id) };
  const options = { caller: ownerOf(userId), key: userId, timeoutMs: 30_000 };
  await system.commands.send(SyncAccounts, payload, options);
}

function transaction(): BankTransaction {
  booked += 1;
  return {
    transactionId: `work-${booked}`,
    bookingDate: new Date().toISOString().slice(0, 10),
    transactionAmount: { amount: `-${booked % 1000}.50`, currency: 'CZK' },
    creditorName: 'Kahvila',
    remittanceInformationUnstructured: `Purchase ${booked}`,
  };
}

/** All accounts at once, so many times: as fast as it goes. Or so many transactions a second, for a while. */
async function work(chain: Chain, request: Work): Promise<void> {
  if (request.kind === 'burst') return book(chain, chain.accounts);
  const accountsPerTick = (request.perSecond * TICK_MS) / 1000 / PER_ACCOUNT;
  const began = Date.now();
  let due = 0;
  let done = 0;
  for (let tick = 1; Date.now() - began < request.forMs; tick += 1) {
    due += accountsPerTick;
    const some: (readonly [string, number])[] = [];
    for (; done < Math.floor(due); done += 1)
      some.push(chain.accounts[done % chain.accounts.length] ?? ['', 0]);
    if (some.length > 0) await book(chain, some);
    await pause(Math.max(0, began + tick * TICK_MS - Date.now()));
  }
}

async function main(): Promise<void> {
  const [postgresUrl = '', scratch = ''] = process.argv.slice(2);
  const chain = await start(postgresUrl, scratch);
  process.on('message', (request: ChainRequest) => {
    if (request.kind === 'answers') return void process.send?.([...answeredAtMs]);
    const firstNumber = booked + 1;
    void work(chain, request).then(() => {
      const message: Booked = { firstNumber, lastNumber: booked };
      process.send?.(message);
    });
  });
  endWithBench(() => chain.sandbox.child.stop().then(() => chain.system.stop()));
  process.send?.({ ready: true });
}

void main();
