import { CommandClient, DatabaseClock, KafkaEngine, KafkaGroups } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { commandClient } from '@tributary/service';
import { freePort, KafkaBroker, startKafkaBroker, workspaceRoot } from '@tributary/testing';
import { mkdirSync, mkdtempSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from '../../src/data-dir';
import { SandboxControl } from '../../src/demo/sandbox-control';
import { gatewayConfig, SCHEMAS, schemaOf, SystemSettings } from '../../src/services/service-environment';
import { startSandboxProcess } from '../../src/child-processes/sandbox';
import { FaultSettings } from './fault-settings';
import { PostgresUnderFault } from './postgres-under-fault';

/** The parts around the services. */
export interface PartsUnderFault {
  readonly dataDir: DataDir;
  readonly settings: SystemSettings & { kafkaBrokers: string };
  readonly fault: FaultSettings;
  readonly postgres: PostgresUnderFault;
  readonly broker: KafkaBroker;
  readonly engine: KafkaEngine;
  readonly groups: KafkaGroups;
  readonly database: Database;
  readonly commands: CommandClient;
  readonly control: SandboxControl;
}

/** Starts a Postgres, a Kafka and a sandbox, with access to them. */
export async function startParts(
  fault: FaultSettings,
  postgresSettings: Readonly<Record<string, string>> = {},
): Promise<PartsUnderFault> {
  const parent = path.join(workspaceRoot(), '.data', 'faults');
  mkdirSync(parent, { recursive: true });
  const dataDir = new DataDir(mkdtempSync(path.join(parent, 'system-')));
  mkdirSync(dataDir.path('logs'));
  const [postgres, broker, sandbox] = await Promise.all([
    PostgresUnderFault.start(dataDir.path('postgres'), postgresSettings),
    startKafkaBroker({ dataDir: dataDir.path('kafka') }),
    startSandboxProcess(dataDir, 0, {
      build: fault.build,
      environment: { SANDBOX_DAILY_CALLS: '1000000', SANDBOX_REQUESTS_PER_HOUR: '1000000' },
    }),
  ]);
  const secrets = dataDir.secrets();
  const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
  const databaseUrls = await provisionSchemas(postgres.url, owners);
  const brokers = [broker.brokers];
  const engine = new KafkaEngine({ brokers, clientId: 'faults' });
  const groups = new KafkaGroups({ brokers });
  await groups.connect();
  const schema = schemaOf('api-gateway');
  const url = databaseUrls.get(schema) ?? '';
  const database = await Database.open({ url, schema, migrations: [], poolSize: 2 });
  const settings = {
    databaseUrls,
    secrets,
    sandbox,
    apiPort: await freePort(),
    kafkaBrokers: broker.brokers,
  };
  return {
    dataDir,
    settings,
    fault,
    postgres,
    broker,
    engine,
    groups,
    database,
    commands: commandClient(engine, new DatabaseClock(database), gatewayConfig(settings)),
    control: new SandboxControl(sandbox),
  };
}

/** Stops the parts; call it when the services have ended. */
export async function stopParts(parts: PartsUnderFault): Promise<void> {
  const { commands, engine, groups, database, settings, broker, postgres } = parts;
  await Promise.all([groups.close(), commands.close().then(() => engine.close()), database.close()]);
  await settings.sandbox.child?.stop();
  await Promise.all([broker.stop(), postgres.stop()]);
}
