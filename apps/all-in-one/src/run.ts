import { Database } from '@tributary/persistence';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from './data-dir';
import { runDemo } from './demo/run-demo';
import { readOptions, StartOptions } from './options';
import { asProgram, Cleanup, RunningProgram, printLine } from './program';
import { startInProcess } from './services/in-process';
import { startProcesses } from './services/processes';
import type { RunningSystem } from './services/running-system';
import { schemaOf, SystemSettings } from './services/service-environment';
import { openDatabase } from './database';
import { startKafkaProcess } from './child-processes/kafka';
import { checkPortFree } from './child-processes/port-check';
import { RunningSandbox, sandboxElsewhere, startSandboxProcess } from './child-processes/sandbox';

const WORKSPACE_ROOT = path.resolve(__dirname, '../../../..');

/** `npm start`: runs everything on one machine, with the demo. */
export function run(words: readonly string[], environment: NodeJS.ProcessEnv): Promise<void> {
  return asProgram(async (program) => {
    const options = readOptions(words, environment);
    const holds = await startAndDemonstrate(options, program);
    return options.once ? (holds ? 0 : 1) : null;
  });
}

async function startAndDemonstrate(options: StartOptions, program: RunningProgram): Promise<boolean> {
  const dataDir = new DataDir(options.dataDir);
  dataDir.removeReadyMark();
  mkdirSync(dataDir.path('logs'), { recursive: true });
  await checkPortFree('API_PORT', options.apiPort);
  if (options.sandbox === null) await checkPortFree('SANDBOX_PORT', options.sandboxPort);
  printLine(
    options.kafka ? 'Starting Tributary as five processes on Kafka' : 'Starting Tributary in one process',
  );
  const { adminUrl, ...settings } = await startDependencies(options, dataDir, program);
  const system = await startSystem(settings, dataDir, program.cleanup);
  dataDir.addOperatorSettings({ TRIBUTARY_URL: system.gatewayUrl });
  const sandboxFailed = settings.sandbox.child?.failed;
  for (const part of [system.failed, sandboxFailed]) part?.catch(program.fail);
  return Promise.race([
    runDemo({ options, dataDir, settings, adminUrl, system, report: printLine }),
    system.failed,
    ...(sandboxFailed ? [sandboxFailed] : []),
  ]);
}

async function startDependencies(
  options: StartOptions,
  dataDir: DataDir,
  program: RunningProgram,
): Promise<SystemSettings & { readonly adminUrl: string }> {
  const { cleanup } = program;
  const { adminUrl, databaseUrls, secrets } = await openDatabase(options, dataDir, program);
  const sandbox = await findSandbox(options, dataDir, cleanup);
  const kafkaBrokers = options.kafka ? (options.kafkaBrokers ?? (await startKafka(dataDir, program))) : null;
  dataDir.writeOperatorSettings({
    DATABASE_ADMIN_URL: adminUrl,
    ...(kafkaBrokers === null ? {} : { KAFKA_BROKERS: kafkaBrokers }),
  });
  cleanup.push(async () => dataDir.removeOperatorSettings());
  return { adminUrl, databaseUrls, secrets, sandbox, apiPort: options.apiPort, kafkaBrokers };
}

async function findSandbox(
  options: StartOptions,
  dataDir: DataDir,
  cleanup: Cleanup,
): Promise<RunningSandbox> {
  if (options.sandbox !== null) return sandboxElsewhere(options.sandbox);
  const sandbox = await startSandboxProcess(dataDir, options.sandboxPort, {
    environment: { SANDBOX_BUDGET_CURRENCY: 'CZK' }, // the currency of the demo bank's accounts
  });
  cleanup.push(() => sandbox.child.stop());
  return sandbox;
}

async function startKafka(dataDir: DataDir, { cleanup, fail }: RunningProgram): Promise<string> {
  printLine('Starting Kafka');
  const kafka = await startKafkaProcess(dataDir.path('kafka', 'broker'), WORKSPACE_ROOT);
  cleanup.push(() => kafka.stop());
  kafka.failed.catch(fail);
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
