import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
// By path: Jest's set-up runs outside its module map, and before anything is built.
import { startEmbeddedPostgres } from '../../../persistence/src/embedded-postgres/embedded-postgres';
import { stopLeftOver } from '../../../persistence/src/embedded-postgres/postmaster';
import { isRunning } from '../../../persistence/src/embedded-postgres/running-process';
import { startConsoleProcess } from './console-process';
import { startKafkaBroker } from '../kafka/kafka-broker';
import { prepareBudgetb } from '../actual/native-part';
import { joinKeptPostgres } from '../kept-postgres/kept-postgres';
import { keptRun, serverMadeFrom } from '../kept-postgres/made-from';
import { dropTemplates } from '../postgres/test-postgres';
import { RESOURCES_URL, TEST_RUN, type TestResource } from '../test-resource';

/** What Jest's main process holds for its workers. */
export interface TestResources {
  /** Environment of the workers: where to ask, the run's name, and which share of long suites they play. */
  environment: Record<string, string>;
  /** Ends what was started and removes its data. */
  close: () => Promise<void>;
}

const RESOURCES: readonly TestResource[] = ['postgres', 'kafka', 'budgetb', 'console'];

/** How the PostgreSQL of this run is started, and left. */
interface RunOptions {
  readonly root: string;
  readonly name: string;
  /** Its own files; removed at the end. */
  readonly directory: string;
  /** Its PostgreSQL stays for the next run. */
  readonly isKept: boolean;
}

interface Started {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Opens the desk at which workers ask for Postgres, Kafka and what BUDGETB needs; nothing is started before it is asked for.
 * @param isKept whether the PostgreSQL stays for the next run
 */
export async function openTestResources({
  root,
  isKept = false,
}: {
  root: string;
  isKept?: boolean;
}): Promise<TestResources> {
  const testData = path.join(root, '.data', 'test');
  await removeRunsThatEnded(testData);
  const name = isKept ? keptRun(root) : randomBytes(4).toString('hex');
  const run: RunOptions = { root, name, directory: path.join(testData, String(process.pid)), isKept };
  const started = new Map<TestResource, Promise<Started>>();
  const ask = (resource: TestResource) => {
    const already = started.get(resource) ?? start(resource, run);
    started.set(resource, already);
    return already;
  };
  const server = await openDesk(ask);
  const close = async () => {
    server.close();
    await stop(started.get('console')); // it uses PostgreSQL to its end
    await Promise.all([...started.values()].map(stop));
    rmSync(run.directory, { recursive: true, force: true });
  };
  endOnSignal(close);
  return { environment: environmentFor(server, run), close };
}

/** A resource that failed to start has said so to the suites that asked; there is nothing to stop then. */
async function stop(resource: Promise<Started> | undefined): Promise<void> {
  const running = await resource?.catch(() => undefined);
  await running?.stop();
}

function environmentFor(server: Server, { name, root }: RunOptions): Record<string, string> {
  const { port } = server.address() as AddressInfo;
  return {
    [RESOURCES_URL]: `http://127.0.0.1:${port}`,
    [TEST_RUN]: name,
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
 * Test data outlive no crash, so nothing waits for the disk.
 * Passwords are not guessed here, so that thousands of connections need not hash theirs thousands of times.
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
  const kept = run.isKept ? await joinKept(run.root) : null;
  if (kept !== null) return kept;
  const dataDir = path.join(run.directory, 'postgres');
  const server = await startEmbeddedPostgres({ dataDir, persistent: false, settings: POSTGRES_SETTINGS });
  return { address: server.url, stop: () => server.stop() };
}

/** Null where a run in other surroundings uses the kept one now, or none can be kept: this run has its own then. */
async function joinKept(root: string): Promise<Started | null> {
  try {
    const joined = await joinKeptPostgres({
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
