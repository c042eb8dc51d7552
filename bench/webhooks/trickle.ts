import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import { build } from 'hdr-histogram-js';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { median, rounded, say } from '../benchmark';
import { COUNTING, StatementCounter } from '../idle/statements';
import { cpuSecondsOfTree } from '../sampling/cpu-time';
import { Dispatcher } from './dispatcher';
import { Published, PublishedBy } from './events';
import { Receivers } from './receivers';

/** Events one at a time, from the bus to the POST that arrives, and what they cost. */
export interface Trickle {
  readonly perSecond: number;
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Of the dispatcher and PostgreSQL; the receiver is not counted. */
  readonly cores: number;
  readonly each: Cost;
  readonly statements: number;
  readonly transactions: number;
  readonly mostFrequent: readonly string[];
}

/** What one delivery takes, which says more than a rate where other work shares the machine. */
export interface Cost {
  readonly dispatcherCpuMs: number;
  readonly postgresCpuMs: number;
  readonly walBytes: number;
  /** By which the tables and indexes grew. */
  readonly storedBytes: number;
}

export interface Burst {
  /** Deliveries a second, of the median round. */
  readonly perSecond: number;
  readonly each: Cost;
}

export interface TrickleFindings {
  readonly trickle: Trickle;
  /** Single events, with so many of them on the bus at once. */
  readonly inFlight256: Burst;
  /** A hundred events for a hundred endpoints of their user. */
  readonly hundredToHundred: Burst;
}

const SCHEMA = 'webhook_dispatcher';
const PER_SECOND = 100;
const STEADY_EVENTS = 1000;
const IN_FLIGHT = 256;
const IN_FLIGHT_EVENTS = 5000;
const ENDPOINTS = 100;
const FAN_OUT_EVENTS = 100;
const ROUNDS = 3;
const TIMEOUT_MS = 180_000;
const SHOWN = 16;
/** Users of the endpoints: one has one endpoint, the other a hundred. */
const ONE_ENDPOINT = 1;
const MANY_ENDPOINTS = 2;

export async function measureTrickle(scratch: string): Promise<TrickleFindings> {
  mkdirSync(scratch, { recursive: true });
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(scratch, 'postgres'),
    persistent: false,
    settings: COUNTING,
  });
  try {
    return await onServer(postgres, path.join(scratch, 'receivers'));
  } finally {
    await postgres.stop();
  }
}

async function onServer(postgres: EmbeddedPostgres, certificatesIn: string): Promise<TrickleFindings> {
  mkdirSync(certificatesIn, { recursive: true });
  const roles = await provisionSchemas(postgres.url, [{ schema: SCHEMA, password: 'bench' }]);
  const admin = new Client({ connectionString: postgres.url, options: `-c search_path=${SCHEMA}` });
  await admin.connect();
  const receivers = await Receivers.start(1 + ENDPOINTS, certificatesIn);
  const { urls, caCertificate } = receivers;
  const databaseUrl = roles.get(SCHEMA) ?? '';
  const dispatcher = await Dispatcher.start({ databaseUrl, admin, urls: urls.slice(0, 1), caCertificate });
  try {
    return await new TrickleRounds(postgres, admin, dispatcher, receivers).all(urls.slice(1));
  } finally {
    await dispatcher.stop();
    await receivers.stop();
    await admin.end();
  }
}

class TrickleRounds {
  constructor(
    private readonly postgres: EmbeddedPostgres,
    private readonly admin: Client,
    private readonly dispatcher: Dispatcher,
    private readonly receivers: Receivers,
  ) {}

  async all(manyUrls: readonly string[]): Promise<TrickleFindings> {
    await this.rate({ userId: ONE_ENDPOINT, events: 1000, by: { kind: 'in-flight', count: IN_FLIGHT } }, 1); // warm
    const trickle = await this.steady();
    say(`trickle: ${JSON.stringify(trickle, null, 1)}`);
    await this.dispatcher.addEndpoints(MANY_ENDPOINTS, manyUrls);
    const inFlight: Burst[] = [];
    const hundred: Burst[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const single = { kind: 'in-flight', count: IN_FLIGHT } as const;
      inFlight.push(await this.rate({ userId: ONE_ENDPOINT, events: IN_FLIGHT_EVENTS, by: single }, 1));
      const burst = { kind: 'in-flight', count: FAN_OUT_EVENTS } as const;
      hundred.push(await this.rate({ userId: MANY_ENDPOINTS, events: FAN_OUT_EVENTS, by: burst }, ENDPOINTS));
    }
    return { trickle, inFlight256: medianOf(inFlight), hundredToHundred: medianOf(hundred) };
  }

  private async steady(): Promise<Trickle> {
    const { postgres, dispatcher, receivers } = this;
    const counter = await StatementCounter.on(postgres.url);
    await receivers.begin({ expect: STEADY_EVENTS, hangs: -1 });
    await pause(1000); // what the warming left behind
    const committedBefore = await this.committed();
    await counter.reset();
    const before = await this.used();
    const beganAtMs = Date.now();
    const arrived = receivers.all(TIMEOUT_MS);
    const published = await dispatcher.publish({
      userId: ONE_ENDPOINT,
      events: STEADY_EVENTS,
      by: { kind: 'steady', perSecond: PER_SECOND },
    });
    const { marks } = await arrived;
    await dispatcher.settled(dispatcher.endpointIds);
    const seconds = (Date.now() - beganAtMs) / 1000;
    const after = await this.used();
    const counts = await counter.counts();
    const transactions = (await this.committed()) - committedBefore;
    await counter.stop();
    const each = costOf(before, after, STEADY_EVENTS);
    return {
      perSecond: PER_SECOND,
      events: STEADY_EVENTS,
      ...latencies(published, new Map(marks)),
      cores: rounded(((each.dispatcherCpuMs + each.postgresCpuMs) * STEADY_EVENTS) / 1000 / seconds),
      each,
      statements: rounded(counts.reduce((sum, { calls }) => sum + calls, 0) / STEADY_EVENTS),
      transactions: rounded(transactions / STEADY_EVENTS),
      mostFrequent: counts
        .slice(0, SHOWN)
        .map(({ calls, ms, text }) => `${calls} (${rounded(ms / calls, 3)} ms) ${text}`),
    };
  }

  /** Deliveries a second, from the first event until all are saved and published. */
  private async rate(what: PublishedBy, endpoints: number): Promise<Burst> {
    await this.receivers.begin({ expect: what.events * endpoints, hangs: -1 });
    const before = await this.used();
    const began = Date.now();
    const arrived = this.receivers.all(TIMEOUT_MS);
    await this.dispatcher.publish(what);
    await arrived;
    const settledAtMs = await this.dispatcher.settled(this.dispatcher.endpointIds);
    const count = what.events * endpoints;
    return {
      perSecond: Math.round(count / ((settledAtMs - began) / 1000)),
      each: costOf(before, await this.used(), count),
    };
  }

  private async used(): Promise<Used> {
    const { rows } = await this.admin.query<{ wal: string; stored: string }>(
      `select pg_current_wal_insert_lsn() - '0/0' as wal, sum(pg_total_relation_size(c.oid)) as stored
         from pg_class c where c.relnamespace = '${SCHEMA}'::regnamespace and c.relkind = 'r'`,
    );
    return {
      dispatcherS: cpuSecondsOfTree(this.dispatcher.pid),
      postgresS: cpuSecondsOfTree(this.postgres.pid),
      walBytes: Number(rows[0]?.wal),
      storedBytes: Number(rows[0]?.stored),
    };
  }

  private async committed(): Promise<number> {
    await pause(1100); // the server counts a connection's transactions at most once a second
    const { rows } = await this.admin.query<{ committed: string }>(
      'select sum(xact_commit) as committed from pg_stat_database where datname = current_database()',
    );
    return Number(rows[0]?.committed);
  }
}

/** So far. */
interface Used {
  readonly dispatcherS: number;
  readonly postgresS: number;
  readonly walBytes: number;
  readonly storedBytes: number;
}

function costOf(before: Used, after: Used, deliveries: number): Cost {
  return {
    dispatcherCpuMs: rounded(((after.dispatcherS - before.dispatcherS) * 1000) / deliveries),
    postgresCpuMs: rounded(((after.postgresS - before.postgresS) * 1000) / deliveries),
    walBytes: Math.round((after.walBytes - before.walBytes) / deliveries),
    storedBytes: Math.round((after.storedBytes - before.storedBytes) / deliveries),
  };
}

function medianOf(bursts: readonly Burst[]): Burst {
  const of = (figure: (burst: Burst) => number): number => median(bursts.map(figure));
  return {
    perSecond: of(({ perSecond }) => perSecond),
    each: {
      dispatcherCpuMs: of(({ each }) => each.dispatcherCpuMs),
      postgresCpuMs: of(({ each }) => each.postgresCpuMs),
      walBytes: of(({ each }) => each.walBytes),
      storedBytes: of(({ each }) => each.storedBytes),
    },
  };
}

function latencies({ firstNumber, atMs }: Published, arrivedAtMs: ReadonlyMap<number, number>) {
  const histogram = build();
  for (const [index, at] of atMs.entries()) {
    histogram.recordValue(Math.max(0, (arrivedAtMs.get(firstNumber + index) ?? NaN) - at));
  }
  return {
    p50Ms: histogram.getValueAtPercentile(50),
    p99Ms: histogram.getValueAtPercentile(99),
    maxMs: histogram.maxValue,
  };
}
