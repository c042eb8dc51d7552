import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
// Imported by path: Jest's set-up runs outside of its module map, and before anything is built.
import { startEmbeddedPostgres } from '../../../persistence/src/embedded-postgres/embedded-postgres';
import { stopLeftOver } from '../../../persistence/src/embedded-postgres/postmaster';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';
import { startConsoleProcess } from './console-process';
import { startKafkaBroker } from '../kafka/kafka-broker';
import { prepareBudgetb } from '../actual/native-part';
import { joinSharedPostgres } from '../shared-postgres/shared-postgres';
import { sharedRun, serverMadeFrom } from '../shared-postgres/made-from';
import { dropTemplates } from '../postgres/test-postgres';
import { RESOURCES_URL, TEST_RUN, type TestResource } from '../test-resource';

/** The resources that Jest's main process provides to its workers. */
export interface TestResources {
  /**
   * Environment of the workers: the address for requests, the run's name, and the seed of their share of long suites.
   */
  environment: Record<string, string>;
  /** Stops everything that was started and removes its data. */
  close: () => Promise<void>;
}

const RESOURCES: readonly TestResource[] = ['postgres', 'kafka', 'budgetb', 'console'];

/** How the PostgreSQL of this run is started and ended. */
interface RunOptions {
  readonly root: string;
  readonly name: string;
  /** The run's own files; removed at the end. */
  readonly directory: string;
  /** Whether the PostgreSQL stays for the next run. */
  readonly isShared: boolean;
}

interface Started {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Opens the socket at which workers request Postgres, Kafka and what BUDGETB needs; each is started on the first
 * request.
 * @param isShared whether the PostgreSQL stays for the next run
 */
export async function openTestResources({
  root,
  isShared = false,
}: {
  root: string;
  isShared?: boolean;
}): Promise<TestResources> {
  const testData = path.join(root, '.data', 'test');
  await removeRunsThatEnded(testData);
  const name = isShared ? sharedRun(root) : randomBytes(4).toString('hex');
  const run: RunOptions = { root, name, directory: path.join(testData, String(process.pid)), isShared };
  const started = new Map<TestResource, Promise<Started>>();
  const ask = (resource: TestResource) => {
    const already = started.get(resource) ?? start(resource, run);
    started.set(resource, already);
    return already;
  };
  const server = await openDesk(ask);
  const close = async () => {
    server.close();
    await stop(started.get('console')); // stopped first, because it uses PostgreSQL until its end
    await Promise.all([...started.values()].map(stop));
    rmSync(run.directory, { recursive: true, force: true });
  };
  endOnSignal(close);
  return { environment: environmentFor(server, run), close };
}

/**
 * Stops a resource. If it failed to start, the suites that requested it got the error, and there is nothing to stop.
 */
async function stop(resource: Promise<Started> | undefined): Promise<void> {
  const running = await resource?.catch(() => undefined);
  await running?.stop();
}

function environmentFor(server: Server, { name, root }: RunOptions): Record<string, string> {
  const { port } = server.address() as AddressInfo;
  return {
    [RESOURCES_URL]: `http://127.0.0.1:${port}`,
    [TEST_RUN]: name,
    // Tests read rates of the sandbox, never of the European Central Bank.
    EXCHANGE_RATES_ENABLED: process.env.EXCHANGE_RATES_ENABLED || 'false',
    SHARE_SEED: process.env.SHARE_SEED || seedOfCommit(root),
  };
}

/** Returns a seed from the current commit; without Git's records it is constant. */
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

async function start(resource: TestResource, run: RunOptions): Promise<Started> {
  switch (resource) {
    case 'postgres':
      return startPostgres(run);
    case 'kafka':
      return startKafka(path.join(run.directory, 'kafka'));
    case 'budgetb':
      await prepareBudgetb();
      return { address: '', stop: async () => undefined };
    case 'console':
      return startConsoleProcess(run.root);
  }
}

/**
 * The data of tests need not survive a crash, so PostgreSQL does not wait for the disk. Passwords need no protection,
 * so hashing them is cheap for thousands of connections.
 */
const POSTGRES_SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  scram_iterations: '1',
};

const KEPT_UNUSED_MS = 15 * 60_000;

async function startPostgres(run: RunOptions): Promise<Started> {
  const given = process.env.TEST_DATABASE_URL;
  if (given) return { address: given, stop: () => dropTemplates(given, run.name) };
  const shared = run.isShared ? await joinShared(run.root) : null;
  if (shared !== null) return shared;
  const dataDir = path.join(run.directory, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, persistent: false, settings: POSTGRES_SETTINGS });
  return { address: server.url, stop: () => server.stop() };
}

/**
 * Returns the shared server, or null if a run with another environment uses it now, or if it cannot be started; then
 * this run starts its own.
 */
async function joinShared(root: string): Promise<Started | null> {
  try {
    const joined = await joinSharedPostgres({
      folder: path.join(root, '.data', 'kept-postgres'),
      made: serverMadeFrom(root, POSTGRES_SETTINGS),
      settings: POSTGRES_SETTINGS,
      idleMs: KEPT_UNUSED_MS,
    });
    return joined && { address: joined.url, stop: async () => joined.leave() };
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return null;
  }
}

async function startKafka(dataDir: string): Promise<Started> {
  const given = process.env.KAFKA_BROKERS;
  if (given) return { address: given, stop: async () => undefined };
  const broker = await startKafkaBroker({ dataDir });
  return { address: broker.brokers, stop: () => broker.stop() };
}

/** Removes the data of runs that were killed before they could do so. */
async function removeRunsThatEnded(testData: string): Promise<void> {
  const runs = existsSync(testData) ? readdirSync(testData) : [];
  for (const run of runs.filter((name) => !isRunning(Number(name)))) {
    await stopLeftOver(path.join(testData, run, 'postgres'));
    rmSync(path.join(testData, run), { recursive: true, force: true });
  }
}

/** Closes the resources on a signal, because Jest ends on Ctrl-C without its teardown. */
function endOnSignal(close: () => Promise<void>): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void close().finally(() => process.exit(1)));
  }
}
