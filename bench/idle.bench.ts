import { ServiceName, SERVICES } from '@tributary/contracts';
import { provisionSchemas } from '@tributary/persistence';
import { freePort, startKafkaBroker, workspaceRoot } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { schemaOf } from '../apps/all-in-one/src/services/service-environment';
import { Child, mainScriptOf, startChild } from '../apps/all-in-one/src/child-processes/child';
import { median, report, rounded, withPostgres } from './benchmark';
import { restInProcess, restOnKafka } from './idle/at-rest';
import { cpuSecondsOfProcess } from './sampling/cpu-time';
import { samplesOf } from './sampling/samples';
import { SHIPPED } from './shipped';

/**
 * The cost of an idle service: seconds from the start of its process to readiness, on Kafka: all at once on an empty
 * database and broker, then one service at a time and all at once with existing schema and topics; and memory after a
 * minute. Without a collector, unless OTEL_EXPORTER_OTLP_ENDPOINT
 * names one. Then the cores and statements that an idle installation takes, in one process and in five:
 * `npm run bench -- idle rest` measures these alone.
 */
const ROUNDS = Number(process.env.IDLE_ROUNDS || 5);
const IDLE_MS = Number(process.env.IDLE_S || 60) * 1000;
const AIM = { startS: 0.8, togetherS: 3, rssMb: 100 };
const LIMITS = {
  slowest_start_of_aim: { max: 1 },
  start_together_of_aim: { max: 1 },
  largest_rss_of_aim: { max: 1 },
};
const REST_LIMITS = { cores_at_rest_in_process: { max: 0.02 }, cores_at_rest_kafka: { max: 0.05 } };
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 10;

interface Start {
  readonly child: Child;
  readonly startS: number;
  readonly cpuS: number;
}

type StartService = (service: ServiceName) => Promise<Start>;

async function main(): Promise<void> {
  const directory = path.join(workspaceRoot(), '.data', 'idle');
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  if (process.argv[2] !== 'rest')
    await withPostgres(path.join(directory, 'postgres'), ({ url }) => measure(directory, url));
  await measureRest(directory);
  rmSync(directory, { recursive: true, force: true });
}

async function measureRest(directory: string): Promise<void> {
  const inProcess = await restInProcess(directory, IDLE_MS);
  const onKafka = await restOnKafka(directory, IDLE_MS);
  report('idle rest', {
    ratios: { cores_at_rest_in_process: inProcess.coresInAll, cores_at_rest_kafka: onKafka.coresInAll },
    figures: { in_process: inProcess, on_kafka: onKafka },
    limits: REST_LIMITS,
  });
}

async function measure(directory: string, postgresUrl: string): Promise<void> {
  const broker = await startKafkaBroker({ dataDir: path.join(directory, 'kafka') });
  try {
    const owners = SERVICES.map((service) => ({ schema: schemaOf(service), password: 'idle' }));
    const urls = await provisionSchemas(postgresUrl, owners);
    const start = starter(directory, urls, broker.brokers);
    const first = await startTogether(start); // migrations, topics
    await first.stop();
    const starts = new Map<ServiceName, Start[]>();
    for (const service of SERVICES) starts.set(service, await startsOf(service, start));
    const again = await startTogether(start);
    await pause(IDLE_MS);
    const idle = idleMemory(directory);
    await again.stop();
    report('idle', findings({ starts, firstTogetherS: first.seconds, togetherS: again.seconds, idle }));
  } finally {
    await broker.stop();
  }
}

function starter(directory: string, urls: ReadonlyMap<string, string>, brokers: string): StartService {
  const key = randomBytes(32).toString('base64');
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector } = process.env;
  return async (service) => {
    const port = await freePort();
    const began = performance.now();
    const child = startChild({
      name: service,
      script: mainScriptOf(service, path.join(workspaceRoot(), 'dist')),
      environment: {
        ...SHIPPED,
        NODE_OPTIONS: `${SHIPPED.NODE_OPTIONS} --require=${path.join(__dirname, 'sampling/sampler.js')} ${process.env.IDLE_NODE_OPTIONS ?? ''}`,
        BENCH_SAMPLES: directory,
        DATABASE_URL: urls.get(schemaOf(service)) ?? '',
        KAFKA_BROKERS: brokers,
        ENCRYPTION_KEY: key,
        HOST: '127.0.0.1',
        PORT: String(port),
        ...(collector ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector } : {}),
      },
      logFile: path.join(directory, `${service}.log`),
    });
    await Promise.race([untilReady(port), child.failed]);
    return {
      child,
      startS: (performance.now() - began) / 1000,
      cpuS: cpuSecondsOfProcess(child.process.pid ?? 0),
    };
  };
}

async function untilReady(port: number): Promise<void> {
  const url = `http://127.0.0.1:${port}/health/ready`;
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await pause(LOOK_EVERY_MS)) {
    const answer = await fetch(url).catch(() => null);
    await answer?.arrayBuffer();
    if (answer?.ok) return;
  }
  throw new Error(`${url} did not become ready`);
}

async function startsOf(service: ServiceName, start: StartService): Promise<Start[]> {
  const starts: Start[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = await start(service);
    starts.push(started);
    await started.child.stop();
  }
  return starts;
}

interface Idle {
  readonly rssMb: number;
  readonly heapMb: number;
}

/** All five at once, on the cores of this machine. */
async function startTogether(
  start: StartService,
): Promise<{ seconds: number; stop: () => Promise<unknown> }> {
  const running = await Promise.all(SERVICES.map(start));
  return {
    seconds: rounded(Math.max(...running.map(({ startS }) => startS))),
    stop: () => Promise.all(running.map(({ child }) => child.stop())),
  };
}

/** What a process holds does not depend on its neighbours. */
function idleMemory(directory: string): Map<ServiceName, Idle> {
  return new Map(
    SERVICES.map((service): [ServiceName, Idle] => {
      const last = samplesOf(directory, service).at(-1);
      return [service, { rssMb: last?.rssMb ?? 0, heapMb: last?.heapUsedMb ?? 0 }];
    }),
  );
}

interface Measured {
  readonly starts: ReadonlyMap<ServiceName, readonly Start[]>;
  readonly firstTogetherS: number;
  readonly togetherS: number;
  readonly idle: ReadonlyMap<ServiceName, Idle>;
}

function findings({ starts, firstTogetherS, togetherS, idle }: Measured) {
  const services = Object.fromEntries(
    SERVICES.map((service) => [
      service,
      {
        start_s: rounded(median((starts.get(service) ?? []).map(({ startS }) => startS))),
        start_cpu_s: rounded(median((starts.get(service) ?? []).map(({ cpuS }) => cpuS))),
        idle_rss_mb: Math.round(idle.get(service)?.rssMb ?? 0),
        idle_heap_mb: Math.round(idle.get(service)?.heapMb ?? 0),
      },
    ]),
  );
  const all = Object.values(services);
  const ratios = {
    slowest_start_of_aim: rounded(Math.max(...all.map(({ start_s: s }) => s)) / AIM.startS),
    start_together_of_aim: rounded(togetherS / AIM.togetherS),
    largest_rss_of_aim: rounded(Math.max(...all.map(({ idle_rss_mb: mb }) => mb)) / AIM.rssMb),
  };
  const figures = { ...services, first_start_together_s: firstTogetherS, start_together_s: togetherS };
  return { ratios, figures, limits: LIMITS };
}

void main();
