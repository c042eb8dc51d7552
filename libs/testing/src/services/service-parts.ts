import { Caller } from '@tributary/contracts';
import { CommandClient, DatabaseClock } from '@tributary/messaging';
import { Database, DatabaseOptions } from '@tributary/persistence';
import {
  commandClient,
  createPino,
  PLATFORM_MIGRATIONS,
  PlatformConfig,
  RunningService,
  Runtime,
  ServiceLogger,
} from '@tributary/service';
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { Closing } from '../closing';
import { createServiceDatabase, ServiceDatabase, ServiceSchema } from '../postgres/service-database';
import { Instances } from './instances';
import { TestBus } from './test-bus';

/** A service, as its test fixture declares it. */
export interface ServiceDeclaration<Config extends PlatformConfig> {
  readonly service: Config['service'];
  /** The service's own migrations, beside the platform's. */
  readonly migrations: DatabaseOptions['migrations'];
  /** Further schemas of the same database, which stay empty. */
  readonly otherSchemas?: readonly string[];
  /** Adds the service's settings to those of all services. */
  readonly configure: (platform: PlatformConfig) => Config | Promise<Config>;
  readonly start: (config: Config, runtime: Runtime) => Promise<RunningService>;
  /** SQL that counts the pending work of the service, beside its outbox. */
  readonly openWork?: string;
  /** The caller of commands unless the test names one; default: the owner of user 1. */
  readonly caller?: Caller;
}

/** The parts of a service under test. */
export interface ServiceParts<Config extends PlatformConfig> {
  readonly closing: Closing;
  readonly declaration: ServiceDeclaration<Config>;
  readonly testDatabase: ServiceDatabase;
  readonly config: Config;
  readonly database: Database;
  readonly sql: Client;
  readonly bus: TestBus;
  readonly commands: CommandClient;
  readonly instances: Instances<Config>;
}

/** Returns the schema of a service with all of its migrations. */
export function serviceSchema(
  service: PlatformConfig['service'],
  migrations: DatabaseOptions['migrations'],
): ServiceSchema {
  return { schema: service.replaceAll('-', '_'), migrations: [...PLATFORM_MIGRATIONS, ...migrations] };
}

/** Creates what the service needs, and starts its first instance. */
export async function startParts<Config extends PlatformConfig>(
  closing: Closing,
  declaration: ServiceDeclaration<Config>,
): Promise<ServiceParts<Config>> {
  const { service, otherSchemas = [] } = declaration;
  const own = serviceSchema(service, declaration.migrations);
  const others = otherSchemas.map((schema) => ({ schema, migrations: [] }));
  const testDatabase = closing.add(await createServiceDatabase([own, ...others]), (one) => one.drop());
  const databaseUrl = testDatabase.urls.get(own.schema) ?? '';
  const config = await declaration.configure(platformConfig(service, databaseUrl));
  const database = closing.add(
    await Database.open({ url: namedAsTest(config.databaseUrl), schema: own.schema, migrations: [] }),
    (one) => one.close(),
  );
  const sql = closing.add(
    new Client({ connectionString: testDatabase.url, options: `-c search_path=${own.schema}` }),
    (one) => one.end(),
  );
  await sql.connect();
  const bus = closing.add(await TestBus.of(service, config.partitions), (one) => one.close());
  const commands = closing.add(commandClient(bus.engine, new DatabaseClock(database), config), (one) =>
    one.close(),
  );
  const logger = quietLogger(service);
  const begin = (one: Config) => declaration.start(one, { broker: bus.broker, logger });
  const instances = closing.add(new Instances(begin), (one) => one.stopAll());
  await instances.start(config);
  return { closing, declaration, testDatabase, config, database, sql, bus, commands, instances };
}

/**
 * The application name of the test's own connections, which distinguishes them from the service's, for tests that
 * terminate those.
 */
export const TEST_APPLICATION = 'test';

function namedAsTest(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  url.searchParams.set('application_name', TEST_APPLICATION);
  return url.href;
}

/** Returns the settings of all services, with defaults for tests. */
function platformConfig(service: PlatformConfig['service'], databaseUrl: string): PlatformConfig {
  return {
    service,
    databaseUrl,
    databasePoolSize: 10,
    kafkaBrokers: [],
    kafkaTopicPrefix: '',
    kafkaReplicationFactor: 1,
    partitions: 4,
    concurrency: 3,
    encryptionKey: randomBytes(32).toString('base64'),
    port: 0,
    host: '127.0.0.1',
  };
}

/** Returns a silent logger; `LOG_LEVEL=debug` enables it. */
function quietLogger(service: string): ServiceLogger {
  return new ServiceLogger(createPino({ service, level: process.env.LOG_LEVEL ?? 'silent' }));
}
