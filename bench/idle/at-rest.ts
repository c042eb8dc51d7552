import { SERVICES } from '@tributary/contracts';
import { EmbeddedPostgres, provisionSchemas, startEmbeddedPostgres } from '@tributary/persistence';
import { freePort, startKafkaBroker, workspaceRoot } from '@tributary/testing';
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DataDir } from '../../apps/all-in-one/src/data-dir';
import { SCHEMAS, serviceEnvironment } from '../../apps/all-in-one/src/services/service-environment';
import { Child, mainScriptOf, startChild } from '../../apps/all-in-one/src/child-processes/child';
import { rounded } from '../benchmark';
import { cpuSecondsOfTree } from '../sampling/cpu-time';
import { SHIPPED } from '../shipped';
import { COUNTING, StatementCounter, sumByRole } from './statements';

/** What a shape costs while nothing happens. */
export interface AtRest {
  /** Shares of one core, by process; `postgres` is the whole server. */
  readonly cores: Readonly<Record<string, number>>;
  /** All of them together. */
  readonly coresInAll: number;
  readonly statementsPerMinute: Readonly<Record<string, number>>;
  /** The most frequent statements, a minute. */
  readonly mostFrequent: readonly string[];
}

const ENVIRONMENT = {
  ...SHIPPED,
  NODE_OPTIONS: `${SHIPPED.NODE_OPTIONS} ${process.env.IDLE_NODE_OPTIONS ?? ''}`,
};
const READY_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 200;
const SHOWN = 12;
const BUILD = path.join(workspaceRoot(), 'dist');

interface Shape {
  readonly postgres: EmbeddedPostgres;
  /** Process ids, by name. */
  readonly pids: Readonly<Record<string, number>>;
  readonly stop: () => Promise<void>;
}

/** The five services in one process, as `npx tributary serve` on an empty home. */
export function restInProcess(directory: string, forMs: number): Promise<AtRest> {
  return measured(() => startInOne(path.join(directory, 'in-process')), forMs);
}

/** Five processes on Kafka; the broker is not counted. */
export function restOnKafka(directory: string, forMs: number): Promise<AtRest> {
  return measured(() => startFive(path.join(directory, 'on-kafka')), forMs);
}

async function measured(start: () => Promise<Shape>, forMs: number): Promise<AtRest> {
  const shape = await start();
  const counter = await StatementCounter.on(shape.postgres.url);
  try {
    await pause(forMs / 2); // what a start leaves behind: first looks, garbage, compiled code
    const looked = Object.entries({ ...shape.pids, postgres: shape.postgres.pid });
    await counter.reset();
    const before = looked.map(([, pid]) => cpuSecondsOfTree(pid));
    const began = performance.now();
    await pause(forMs);
    const seconds = (performance.now() - began) / 1000;
    const cores = looked.map(([name, pid], index): [string, number] => [
      name,
      rounded((cpuSecondsOfTree(pid) - (before[index] ?? 0)) / seconds, 4),
    ]);
    const counts = await counter.counts();
    const aMinute = (calls: number): number => Math.round((calls * 60) / seconds);
    return {
      cores: Object.fromEntries(cores),
      coresInAll: rounded(
        cores.reduce((sum, [, share]) => sum + share, 0),
        4,
      ),
      statementsPerMinute: Object.fromEntries(
        Object.entries(sumByRole(counts)).map(([role, calls]) => [role, aMinute(calls)]),
      ),
      mostFrequent: counts
        .slice(0, SHOWN)
        .map(({ role, calls, text }) => `${aMinute(calls)} ${role}: ${text}`),
    };
  } finally {
    await counter.stop();
    await shape.stop();
  }
}

function startPostgres(directory: string): Promise<EmbeddedPostgres> {
  mkdirSync(directory, { recursive: true });
  const dataDir = path.join(directory, 'postgres');
  return startEmbeddedPostgres({ dataDir, persistent: false, settings: COUNTING });
}

async function startInOne(directory: string): Promise<Shape> {
  const postgres = await startPostgres(directory);
  const port = await freePort();
  const child = spawn(process.execPath, [mainScriptOf('all-in-one', BUILD), 'serve'], {
    env: {
      PATH: process.env.PATH,
      ...ENVIRONMENT,
      DATABASE_URL: postgres.url,
      TRIBUTARY_HOME: path.join(directory, 'home'),
      API_PORT: String(port),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  await untilReady(port);
  return {
    postgres,
    pids: { tributary: child.pid ?? 0 },
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      await postgres.stop();
    },
  };
}

async function startFive(directory: string): Promise<Shape> {
  const postgres = await startPostgres(directory);
  const broker = await startKafkaBroker({ dataDir: path.join(directory, 'kafka') });
  const home = new DataDir(directory);
  const secrets = home.secrets();
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(postgres.url, owners);
  const children: Child[] = [];
  for (const service of SERVICES) {
    const port = await freePort();
    const settings = { databaseUrls, secrets, apiPort: port, kafkaBrokers: broker.brokers };
    const child = startChild({
      name: service,
      script: mainScriptOf(service, BUILD),
      environment: {
        ...serviceEnvironment(service, settings),
        ...ENVIRONMENT,
        PORT: String(port),
        LOG_LEVEL: 'warn',
      },
      logFile: path.join(directory, `${service}.log`),
    });
    children.push(child);
    await Promise.race([untilReady(port), child.failed]);
  }
  return {
    postgres,
    pids: Object.fromEntries(children.map(({ name, process }) => [name, process.pid ?? 0])),
    stop: async () => {
      await Promise.all(children.map((child) => child.stop()));
      await broker.stop();
      await postgres.stop();
    },
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
