import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
// By path: Jest's set-up runs outside its module map, and before anything is built.
import { startEmbeddedPostgres } from '../../persistence/src/embedded-postgres';
import { stopLeftOver } from '../../persistence/src/embedded-postgres/postmaster';
import { isRunning } from '../../persistence/src/embedded-postgres/running-process';
import { startConsoleProcess } from './console-process';
import { startKafkaBroker, whyNoKafkaBroker } from './kafka-broker';
import { prepareBudgetb, whyNoBudgetb } from './actual/native-part';
import { dropTemplates } from './test-postgres';
import {
  BUDGETB_UNAVAILABLE,
  KAFKA_UNAVAILABLE,
  RESOURCES_URL,
  TEST_RUN,
  type TestResource,
} from './test-resource';

const RUN = randomBytes(4).toString('hex');

/** What Jest's main process holds for its workers. */
export interface TestResources {
  /** Environment of the workers: where to ask, why there is no Kafka or BUDGETB, and which share of long suites they play. */
  environment: Record<string, string>;
  /** Ends what was started and removes its data. */
  close: () => Promise<void>;
}

const RESOURCES: readonly TestResource[] = ['postgres', 'kafka', 'budgetb', 'console'];

interface Started {
  address: string;
  stop: () => Promise<void>;
}

/** Opens the desk at which workers ask for Postgres, Kafka and what BUDGETB needs; nothing is started before it is asked for. */
export async function openTestResources({ root }: { root: string }): Promise<TestResources> {
  const testData = path.join(root, '.data', 'test');
  await removeRunsThatEnded(testData);
  const runDirectory = path.join(testData, String(process.pid));
  const started = new Map<TestResource, Promise<Started>>();
  const ask = (resource: TestResource) => {
    const already = started.get(resource) ?? start(resource, runDirectory, root);
    started.set(resource, already);
    return already;
  };
  const server = await openDesk(ask);
  const close = async () => {
    server.close();
    await stop(started.get('console')); // it uses PostgreSQL to its end
    await Promise.all([...started.values()].map(stop));
    rmSync(runDirectory, { recursive: true, force: true });
  };
  endOnSignal(close);
  return { environment: environmentFor(server, root), close };
}

/** A resource that failed to start has said so to the suites that asked; there is nothing to stop then. */
async function stop(resource: Promise<Started> | undefined): Promise<void> {
  const running = await resource?.catch(() => undefined);
  await running?.stop();
}

function environmentFor(server: Server, root: string): Record<string, string> {
  const { port } = server.address() as AddressInfo;
  const noKafka = process.env.KAFKA_BROKERS ? undefined : whyNoKafkaBroker();
  return {
    [RESOURCES_URL]: `http://127.0.0.1:${port}`,
    [TEST_RUN]: RUN,
    [KAFKA_UNAVAILABLE]: noKafka ?? '',
    [BUDGETB_UNAVAILABLE]: whyNoBudgetb() ?? '',
    SHARE_SEED: process.env.SHARE_SEED || seedOfCommit(root),
  };
}

/** Of an installation without Git's records, the first share. */
function seedOfCommit(root: string): string {
  try {
    const head = execFileSync('git', ['rev-parse', '--short=8', 'HEAD'], { cwd: root, stdio: 'pipe' });
    return String(Number.parseInt(head.toString(), 16));
  } catch {
    return '1';
  }
}

function openDesk(ask: (resource: TestResource) => Promise<Started>): Promise<Server> {
  const server = createServer((request, response) => {
    const resource = RESOURCES.find((one) => request.url === `/${one}`) ?? 'postgres';
    ask(resource).then(
      ({ address }) => response.end(address),
      (error: unknown) => response.writeHead(500).end(error instanceof Error ? error.message : String(error)),
    );
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve(server));
  });
}

async function start(resource: TestResource, runDirectory: string, root: string): Promise<Started> {
  switch (resource) {
    case 'postgres':
      return startPostgres(path.join(runDirectory, 'postgres'));
    case 'kafka':
      return startKafka(path.join(runDirectory, 'kafka'));
    case 'budgetb':
      await prepareBudgetb();
      return { address: '', stop: async () => undefined };
    case 'console':
      return startConsoleProcess(root);
  }
}

/**
 * Test data outlive no crash, so nothing waits for the disk.
 * Passwords are not guessed here, so that thousands of connections need not hash theirs thousands of times.
 */
async function startPostgres(dataDir: string): Promise<Started> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { address: given, stop: () => dropTemplates(given, RUN) };
  const settings = {
    fsync: 'off',
    full_page_writes: 'off',
    synchronous_commit: 'off',
    scram_iterations: '1',
  };
  const server = await startEmbeddedPostgres({ dataDir, persistent: false, settings });
  return { address: server.url, stop: () => server.stop() };
}

async function startKafka(dataDir: string): Promise<Started> {
  const given = process.env.KAFKA_BROKERS;
  if (given) return { address: given, stop: async () => undefined };
  const broker = await startKafkaBroker({ dataDir });
  return { address: broker.brokers, stop: () => broker.stop() };
}

/** A run that was killed could not clean up after itself: the next one does. */
async function removeRunsThatEnded(testData: string): Promise<void> {
  const runs = existsSync(testData) ? readdirSync(testData) : [];
  for (const run of runs.filter((name) => !isRunning(Number(name)))) {
    await stopLeftOver(path.join(testData, run, 'postgres'));
    rmSync(path.join(testData, run), { recursive: true, force: true });
  }
}

/** Jest ends on Ctrl-C without its teardown. */
function endOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }
}
