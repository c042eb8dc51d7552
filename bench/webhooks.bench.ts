import { provisionSchemas } from '@tributary/persistence';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { Findings, inScratch, median, report, rounded, say, withPostgres } from './benchmark';
import { Chain, ChainLatency } from './webhooks/chain';
import { BODY, Dispatcher } from './webhooks/dispatcher';
import { axiosLoop, bareLoop } from './webhooks/loops';
import { Receivers } from './webhooks/receivers';
import { ENDPOINTS, Measured, SendingRounds } from './webhooks/sending-rounds';
import { measureTrickle, TrickleFindings } from './webhooks/trickle';

/**
 * The dispatcher's sending as shipped: waiting deliveries are read from Postgres, signed, posted over TLS to local
 * receivers, saved with their attempts, and published on the bus; to one endpoint (of many accounts, in parallel) and
 * to a hundred. For comparison, in turns and to the same receivers: loops that sign and post and save nothing. Then the
 * time that a transaction takes from the bank's answer to the endpoint, through all services in one process, at a
 * quarter of that process's capacity. And single events: `npm run bench -- webhooks trickle` measures them alone.
 */
const SCHEMA = 'webhook_dispatcher';
const CONCURRENCY = 16;
const ROUNDS = 3;
const OF_BARE = 15_000;
const OF_AXIOS = 5_000;

const LIMITS = {
  vs_bare_loop: { min: 0.35 },
  vs_axios_loop: { min: 2.5 },
  others_when_one_hangs: { min: 0.95 },
  others_p99_when_one_hangs: { max: 1.5 },
  chain_p99_ms: { max: 500 },
  /** Deliveries that came twice. */
  repeated: { max: 0 },
};

const TRICKLE_LIMITS = {
  /** Of single events at 100 a second; cores of the dispatcher and PostgreSQL together. */
  trickle_p50_ms: { max: 10 },
  trickle_p99_ms: { max: 60 },
  trickle_cores: { max: 0.6 },
};

interface Sent {
  readonly bare: number[];
  readonly axios: number[];
  readonly toOne: Measured[];
  readonly toAll: Measured[];
  readonly others: Measured[];
  readonly othersOfHanging: Measured[];
}

async function main(): Promise<void> {
  await inScratch(async (scratch) => {
    const trickle = trickleFindings(await measureTrickle(path.join(scratch, 'trickle')));
    if (process.argv[2] === 'trickle') return report('webhooks', trickle);
    await withPostgres(path.join(scratch, 'postgres'), async ({ url }) => {
      const sent = await measureSending(url);
      const chain = await measureChain(url, path.join(scratch, 'chain'));
      const others = findings(sent, chain);
      report('webhooks', {
        ratios: { ...others.ratios, ...trickle.ratios },
        figures: { ...others.figures, ...trickle.figures },
        limits: { ...others.limits, ...trickle.limits },
      });
    });
  });
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
    await receivers.stop();
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

function findings(sent: Sent, chain: ChainLatency & { full: number }): Findings {
  const rates = {
    bare_loop: median(sent.bare),
    axios_loop: median(sent.axios),
    to_one: median(sent.toOne.map(({ rate }) => rate)),
    to_100: median(sent.toAll.map(({ rate }) => rate)),
    others: median(sent.others.map(({ rate }) => rate)),
    others_when_one_hangs: median(sent.othersOfHanging.map(({ rate }) => rate)),
  };
  const all = [...sent.toOne, ...sent.toAll, ...sent.others, ...sent.othersOfHanging];
  const ratios = {
    vs_bare_loop: rounded(rates.to_one / rates.bare_loop),
    vs_axios_loop: rounded(rates.to_one / rates.axios_loop),
    others_when_one_hangs: rounded(rates.others_when_one_hangs / rates.others),
    others_p99_when_one_hangs: rounded(
      median(sent.othersOfHanging.map(({ p99Ms }) => p99Ms)) / median(sent.others.map(({ p99Ms }) => p99Ms)),
    ),
    chain_p99_ms: chain.p99Ms,
    repeated: all.reduce((sum, { repeated }) => sum + repeated, 0),
  };
  const figures = {
    body_bytes: Buffer.byteLength(BODY),
    deliveries_per_s: Object.fromEntries(Object.entries(rates).map(([name, rate]) => [name, whole(rate)])),
    to_100_vs_bare_loop: rounded(rates.to_100 / rates.bare_loop),
    chain,
  };
  return { ratios, figures, limits: LIMITS };
}

function trickleFindings({ trickle, inFlight256, hundredToHundred }: TrickleFindings): Findings {
  const ratios = {
    trickle_p50_ms: trickle.p50Ms,
    trickle_p99_ms: trickle.p99Ms,
    trickle_cores: trickle.cores,
  };
  const figures = {
    trickle,
    single_events_256_in_flight: inFlight256,
    hundred_events_to_100_endpoints: hundredToHundred,
  };
  return { ratios, figures, limits: TRICKLE_LIMITS };
}

function whole(value: number | undefined): number {
  return Math.round(value ?? NaN);
}

void main();
