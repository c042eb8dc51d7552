import { CommandTimeoutError } from '@tributary/messaging';
import {
  Database,
  EmbeddedPostgresError,
  provisionSchemas,
  startEmbeddedPostgres,
} from '@tributary/persistence';
import { ConfigurationError, PortTakenError, stopTelemetry } from '@tributary/service';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from './data-dir';
import { runDemo } from './demo/run-demo';
import { readOptions, StartOptions, UsageError } from './options';
import { startInProcess } from './services/in-process';
import { startProcesses } from './services/processes';
import type { RunningSystem } from './services/running-system';
import { SCHEMAS, schemaOf, SystemSettings } from './services/service-environment';
import { ChildEnded } from './surroundings/child';
import { startKafkaProcess } from './surroundings/kafka';
import { checkPortFree, PortTaken } from './surroundings/port-check';
import { startSandboxProcess } from './surroundings/sandbox';

const WORKSPACE_ROOT = path.resolve(__dirname, '../../../..');

/** Started parts, which end in reverse order. */
type Cleanup = (() => Promise<void>)[];

/** `npm start`: everything on one machine, with the demo in it. */
export async function run(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  const cleanup: Cleanup = [];
  const end = once(async (exitCode: number) => {
    for (const stop of cleanup.reverse()) await stop().catch(report);
    await stopTelemetry();
    process.exit(exitCode);
  });
  process.once('SIGINT', () => void end(130));
  process.once('SIGTERM', () => void end(143));
  try {
    const options = readOptions(words, environment);
    const holds = await startAndDemonstrate(options, cleanup);
    if (options.once) await end(holds ? 0 : 1);
  } catch (error) {
    report(error);
    await end(1);
  }
}

async function startAndDemonstrate(options: StartOptions, cleanup: Cleanup): Promise<boolean> {
  const dataDir = new DataDir(options.dataDir);
  dataDir.removeReadyMark();
  mkdirSync(dataDir.path('logs'), { recursive: true });
  await checkPortFree('API_PORT', options.apiPort);
  await checkPortFree('SANDBOX_PORT', options.sandboxPort);
  say(options.kafka ? 'Starting Tributary as five processes on Kafka' : 'Starting Tributary in one process');
  const settings = await startSurroundings(options, dataDir, cleanup);
  const system = await startSystem(settings, dataDir, cleanup);
  return Promise.race([
    runDemo({ options, dataDir, settings, system, say }),
    system.failed,
    settings.sandbox.child.failed,
  ]);
}

async function startSurroundings(
  options: StartOptions,
  dataDir: DataDir,
  cleanup: Cleanup,
): Promise<SystemSettings> {
  const secrets = dataDir.secrets();
  const adminUrl = options.databaseUrl ?? (await startPostgres(dataDir, cleanup));
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(adminUrl, owners);
  const sandbox = await startSandboxProcess(dataDir, options.sandboxPort);
  cleanup.push(() => sandbox.child.stop());
  const kafkaBrokers = options.kafka ? (options.kafkaBrokers ?? (await startKafka(dataDir, cleanup))) : null;
  dataDir.writeOperatorSettings({
    DATABASE_ADMIN_URL: adminUrl,
    ...(kafkaBrokers === null ? {} : { KAFKA_BROKERS: kafkaBrokers }),
  });
  cleanup.push(async () => dataDir.removeOperatorSettings());
  return { databaseUrls, secrets, sandbox, apiPort: options.apiPort, kafkaBrokers };
}

async function startPostgres(dataDir: DataDir, cleanup: Cleanup): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir: dataDir.path('postgres'), persistent: true });
  cleanup.push(() => postgres.stop());
  return postgres.url;
}

async function startKafka(dataDir: DataDir, cleanup: Cleanup): Promise<string> {
  say('Starting Kafka');
  const kafka = await startKafkaProcess(dataDir.path('kafka', 'broker'), WORKSPACE_ROOT);
  cleanup.push(() => kafka.stop());
  return kafka.brokers;
}

async function startSystem(
  settings: SystemSettings,
  dataDir: DataDir,
  cleanup: Cleanup,
): Promise<RunningSystem> {
  const { kafkaBrokers } = settings;
  if (kafkaBrokers === null) {
    const system = await startInProcess(settings, dataDir.path('logs', 'tributary.log'));
    cleanup.push(() => system.stop());
    return system;
  }
  const database = await Database.open({
    url: settings.databaseUrls.get(schemaOf('api-gateway')) ?? '',
    schema: schemaOf('api-gateway'),
    migrations: [],
    poolSize: 2,
  });
  cleanup.push(() => database.close());
  const system = await startProcesses({ ...settings, kafkaBrokers }, database, dataDir.path('logs'));
  cleanup.push(() => system.stop());
  return system;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** One line if the user can fix it; the whole error if it is ours. */
function report(error: unknown): void {
  const mendable = [
    UsageError,
    ConfigurationError,
    PortTaken,
    PortTakenError,
    ChildEnded,
    EmbeddedPostgresError,
  ];
  const isMendable = mendable.some((kind) => error instanceof kind) || error instanceof CommandTimeoutError;
  const text =
    error instanceof Error ? (isMendable ? error.message : (error.stack ?? error.message)) : String(error);
  process.stderr.write(`${text}\n`);
}

function once<A>(work: (argument: A) => Promise<void>): (argument: A) => Promise<void> {
  let running: Promise<void> | null = null;
  return (argument) => (running ??= work(argument));
}
