import { provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { Chain, ChainLatency } from './webhooks/chain';
import { BODY, Dispatcher } from './webhooks/dispatcher';
import { axiosLoop, bareLoop } from './webhooks/loops';
import { Receivers } from './webhooks/receivers';
import { ENDPOINTS, Measured, SendingRounds } from './webhooks/sending-rounds';

/**
 * The dispatcher's sending, as it ships: deliveries that wait in Postgres are claimed, signed, posted over TLS to local
 * receivers, saved with their attempts, and told on the bus; to one endpoint (of many accounts, which go side by side) and
 * to a hundred. Beside it, by turns and to the same receivers, loops that sign and post and keep nothing. Then the time
 * that a transaction takes from the bank's answer to the endpoint, through all services in one process, at a quarter of
 * what that process can take.
 */
const SCHEMA = 'webhook_dispatcher';
const CONCURRENCY = 16;
const ROUNDS = 3;
const OF_BARE = 15_000;
const OF_AXIOS = 5_000;

const AT_LEAST = { vs_bare_loop: 0.35, vs_axios_loop: 2.5, others_when_one_hangs: 0.95 };
const AT_MOST = { others_p99_when_one_hangs: 1.5, chain_p99_ms: 500 };
const LIMITS = { ...AT_LEAST, ...AT_MOST };

interface Sent {
  readonly bare: number[];
  readonly axios: number[];
  readonly toOne: Measured[];
  readonly toAll: Measured[];
  readonly others: Measured[];
  readonly othersOfHanging: Measured[];
}

async function main(): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'tributary-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(scratch, 'postgres'),
    persistent: false,
  });
  try {
    const sent = await measureSending(postgres.url);
    const chain = await measureChain(postgres.url, path.join(scratch, 'chain'));
    report(sent, chain);
  } finally {
    await postgres.stop();
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measureSending(postgresUrl: string): Promise<Sent> {
  const roles = await provisionSchemas(postgresUrl, [{ schema: SCHEMA, password: 'bench' }]);
  const admin = new Client({ connectionString: postgresUrl, options: `-c search_path=${SCHEMA}` });
  await admin.connect();
  const receivers = await Receivers.start(ENDPOINTS + ROUNDS);
  const { urls, caCertificate } = receivers;
  const databaseUrl = roles.get(SCHEMA) ?? '';
  const dispatcher = await Dispatcher.start({ databaseUrl, admin, urls, caCertificate });
  try {
    return await takeTurns(new SendingRounds(dispatcher, receivers), receivers);
  } finally {
    await dispatcher.stop();
    receivers.stop();
    await admin.query(`drop schema ${SCHEMA} cascade`);
    await admin.end();
  }
}

/** By turns, so that what else the machine does meets all of them. */
async function takeTurns(rounds: SendingRounds, { urls, caCertificate }: Receivers): Promise<Sent> {
  const sent: Sent = { bare: [], axios: [], toOne: [], toAll: [], others: [], othersOfHanging: [] };
  const options = { urls: urls.slice(0, 1), caCertificate, body: BODY, concurrency: CONCURRENCY };
  await rounds.toOne(); // warm
  for (let round = 1; round <= ROUNDS; round += 1) {
    sent.bare.push(await rounds.beside(() => bareLoop({ ...options, deliveries: OF_BARE })));
    sent.toOne.push(await rounds.toOne());
    sent.axios.push(await rounds.beside(() => axiosLoop({ ...options, deliveries: OF_AXIOS })));
    sent.toAll.push(await rounds.toAll());
    sent.others.push(await rounds.toOthers(round, false));
    sent.othersOfHanging.push(await rounds.toOthers(round, true));
    say(
      `round ${round}: bare ${whole(sent.bare.at(-1))}/s, axios ${whole(sent.axios.at(-1))}/s, to one ` +
        `${whole(sent.toOne.at(-1)?.rate)}/s, to ${ENDPOINTS} ${whole(sent.toAll.at(-1)?.rate)}/s`,
    );
  }
  return sent;
}

async function measureChain(postgresUrl: string, scratch: string): Promise<ChainLatency & { full: number }> {
  mkdirSync(path.join(scratch, 'sandbox'), { recursive: true });
  const chain = await Chain.start(postgresUrl, scratch);
  try {
    const full = await chain.fullRate();
    say(`the whole chain takes ${whole(full)} transactions/s`);
    return { full: whole(full), ...(await chain.latency(full / 4)) };
  } finally {
    await chain.stop();
  }
}

function report(sent: Sent, chain: ChainLatency & { full: number }): void {
  const rates = {
    bare_loop: median(sent.bare),
    axios_loop: median(sent.axios),
    to_one: median(sent.toOne.map(({ rate }) => rate)),
    to_100: median(sent.toAll.map(({ rate }) => rate)),
    others: median(sent.others.map(({ rate }) => rate)),
    others_when_one_hangs: median(sent.othersOfHanging.map(({ rate }) => rate)),
  };
  const ratios = {
    vs_bare_loop: rounded(rates.to_one / rates.bare_loop),
    vs_axios_loop: rounded(rates.to_one / rates.axios_loop),
    others_when_one_hangs: rounded(rates.others_when_one_hangs / rates.others),
    others_p99_when_one_hangs: rounded(
      median(sent.othersOfHanging.map(({ p99Ms }) => p99Ms)) / median(sent.others.map(({ p99Ms }) => p99Ms)),
    ),
    chain_p99_ms: chain.p99Ms,
  };
  const all = [...sent.toOne, ...sent.toAll, ...sent.others, ...sent.othersOfHanging];
  const repeated = all.reduce((sum, { repeated: some }) => sum + some, 0);
  const figures = {
    body_bytes: Buffer.byteLength(BODY),
    deliveries_per_s: Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, whole(rate)])),
    to_100_vs_bare_loop: rounded(rates.to_100 / rates.bare_loop),
    repeated,
    chain,
  };
  say(JSON.stringify({ bench: 'webhooks', ratios, figures, limits: LIMITS }));
  const missed = Object.entries(LIMITS).filter(([name, limit]) => {
    const value = ratios[name as keyof typeof ratios];
    return name in AT_MOST ? value > limit : value < limit;
  });
  for (const [name] of missed) say(`missed: ${name}`);
  if (repeated > 0) say(`missed: ${repeated} deliveries came twice`);
  process.exitCode = missed.length === 0 && repeated === 0 ? 0 : 1;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

function whole(value: number | undefined): number {
  return Math.round(value ?? NaN);
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

void main();
