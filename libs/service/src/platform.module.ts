import { DynamicModule, Global, Inject, Module, OnApplicationShutdown, Provider } from '@nestjs/common';
import { commandGroup, isAdministeredByCommand, isUserDataOwner, ServiceName } from '@tributary/contracts';
import {
  BusEngine,
  BusTransport,
  CommandClient,
  DatabaseClock,
  InProcessBroker,
  InProcessEngine,
  KafkaEngine,
  KafkaGroups,
  topicSpecs,
  UnsignedCommandError,
  waitUntilThere,
} from '@tributary/messaging';
import { JobRunner } from '@tributary/jobs';
import {
  adviceOnTrouble,
  Database,
  DatabaseOptions,
  DatabaseUnfitError,
  LatestTrouble,
  troubleOf,
} from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { administrationControllers } from './administration/administration.controllers';
import { ConsumerGroups } from './administration/consumer-groups';
import { ServiceAdministration } from './administration/service-administration';
import { commandTrust } from './settings/command-keys';
import { Folders } from './machine/disk-space';
import { Draining } from './lifecycle/draining';
import { HealthController } from './health.controller';
import { reEncrypt } from './key-rotation/re-encrypt';
import { SealedValues } from './key-rotation/sealed-column';
import { createPino, ServiceLogger } from './logs/logger';
import { DatabaseMetrics } from './metrics/database-metrics';
import { GroupLags, lagsInProcess, lagsOnKafka } from './metrics/group-lags';
import { outcomeCounter, SERVICE } from './metrics/meter';
import { ProcessMetrics } from './metrics/process-metrics';
import { WaitingWorkMetrics, WaitingWork } from './metrics/waiting-work-metrics';
import { MachineWatch } from './machine/machine-watch';
import { OperatorDesk } from './operator/operator-desk';
import { replayDeadLetters } from './operator/replay-dead-letters';
import { areApart } from './machine/other-clocks';
import { PLATFORM_MIGRATIONS } from './platform-migrations';
import { PlatformConfig } from './platform.config';
import { logRetention, LogTable, PLATFORM_RETENTIONS, Retention, RetentionWorker } from './retention';
import { StartUp } from './lifecycle/start-up';
import { livingUsersOnly } from './user-data/living-users';
import { UserData } from './user-data/user-data';
import { UserDataReader } from './user-data/user-data-reader';
import { userDataControllers } from './user-data/user-data.controllers';
import { UserErasures } from './user-data/user-erasures';
import { WarningLines, Warnings } from './machine/warnings';
import { tmpdir } from 'node:os';

/** Parts that a service shares with others in the same process. */
export interface Runtime {
  /** The bus inside the process; absent if the service uses Kafka. */
  readonly broker?: InProcessBroker;
  readonly logger?: ServiceLogger;
  /** Folders that the program has beside the services, whose disks are watched. */
  readonly folders?: Folders;
  /** The latest trouble of any service of the process at their common database. */
  readonly latestTrouble?: LatestTrouble;
  /** Whether it watches the machine's disks and clocks: one service of a process does. Default: it has the process for itself. */
  readonly watchesMachine?: boolean;
  /** Reports the beginning and the end of warnings to a person, beside the log. */
  readonly report?: (line: string) => void;
}

export interface PlatformOptions {
  readonly config: PlatformConfig;
  readonly runtime: Runtime;
  readonly entities?: DatabaseOptions['entities'];
  readonly migrations: DatabaseOptions['migrations'];
  /** Waiting work in the service's own tables, for its metrics. */
  readonly work?: readonly WaitingWork[];
  /** Encrypted values in the service's own tables. */
  readonly sealed?: Partial<SealedValues>;
  /** The service's log tables, whose retention is `LOG_RETENTION_DAYS`. */
  readonly logs?: readonly LogTable[];
  /** Further rows that the service deletes after some time. */
  readonly retentions?: readonly Retention[];
  /** Settings of background jobs, if the service has its own. */
  readonly jobs?: { readonly leaseMs: number; readonly idleMs?: number };
  /**
   * Milliseconds for which events wait, so that several are published together. Only for a service whose readers do not
   * become slower by that.
   */
  readonly outboxGatherMs?: number;
  /** The tables with users' data, which the service erases and exports. */
  readonly userData?: UserData;
}

const CLOCKS_APART_S_MAX = 5;
/**
 * A crashed process's work continues within 15 seconds. A lease is renewed after 4 seconds, beside the work, so a
 * thread that is blocked for 5 loses none; one that is blocked or frozen for longer begins and saves nothing any more
 * (`LeaseKeeper`).
 */
export const JOB_LEASE_MS = 12_000;
const JOBS = { leaseMs: JOB_LEASE_MS };

/** Token of the service's bus engine. */
export const BUS_ENGINE = Symbol('BUS_ENGINE');

/**
 * Providers that every service needs: its database, the bus, commands to others, secrets, logs and health. Inject
 * `Database`, `DatabaseClock`, `CommandClient` (if commands can be signed), `SecretBox`, `ServiceLogger`,
 * `BusTransport`, `JobRunner`.
 */
@Global()
@Module({})
export class PlatformModule implements OnApplicationShutdown {
  constructor(@Inject(Database) private readonly database: Database) {}

  static register(options: PlatformOptions): DynamicModule {
    const { config, runtime, userData } = options;
    const { service } = config;
    const brokerCertificates: BrokerCertificates = { endsAt: null };
    const { sealing, box: commandBox, signing, verification } = commandTrust(config);
    const folders: Folders = { 'temporary files': tmpdir(), ...runtime.folders };
    return {
      module: PlatformModule,
      controllers: [
        HealthController,
        ...(userData && isUserDataOwner(service) ? userDataControllers(service) : []),
        ...(isAdministeredByCommand(service) ? administrationControllers(service) : []),
      ],
      providers: [
        Draining,
        ...(userData ? ofUserData(service, userData) : []),
        { provide: ServiceLogger, useValue: loggerFor(config, runtime) },
        { provide: SecretBox, useValue: new SecretBox(config.encryptionKey, config.acceptedEncryptionKeys) },
        {
          provide: Database,
          inject: [ServiceLogger, BUS_ENGINE, { token: StartUp, optional: true }],
          useFactory: async (logger: ServiceLogger, engine: BusEngine, startUp: StartUp = new StartUp()) => {
            try {
              return await openProvisionedDatabase(options, engine, logger, startUp);
            } catch (error) {
              await engine.close();
              throw error;
            }
          },
        },
        {
          provide: Warnings,
          inject: [ServiceLogger],
          useFactory: (logger: ServiceLogger) => new Warnings(warningLines(logger, runtime)),
        },
        ...((runtime.watchesMachine ?? !runtime.broker)
          ? [
              {
                provide: MachineWatch,
                inject: [DatabaseClock, Warnings],
                useFactory: (clock: DatabaseClock, warnings: Warnings) =>
                  new MachineWatch({ clock, warnings, folders }),
              },
            ]
          : []),
        {
          provide: BUS_ENGINE,
          inject: [ServiceLogger],
          useFactory: (logger: ServiceLogger) => engineFor(config, runtime, logger, brokerCertificates),
        },
        {
          provide: DatabaseClock,
          inject: [Database, ServiceLogger],
          useFactory: (database: Database, logger: ServiceLogger) => measuredClock(database, logger),
        },
        ...(signing
          ? [
              {
                provide: CommandClient,
                inject: [BUS_ENGINE, DatabaseClock],
                useFactory: (engine: BusEngine, clock: DatabaseClock) =>
                  new CommandClient(engine, clock, sealing, signing),
              },
            ]
          : []),
        {
          provide: BusTransport,
          inject: [BUS_ENGINE, Database, ServiceLogger],
          useFactory: (engine: BusEngine, database: Database, logger: ServiceLogger) =>
            new BusTransport({
              service,
              engine,
              database,
              admission: livingUsersOnly,
              sealing,
              verification,
              partitions: config.partitions,
              concurrency: config.concurrency,
              outboxLeaseMs: config.outboxLeaseMs,
              outboxGatherMs: options.outboxGatherMs,
              statementTimeoutMs: config.statementTimeoutMs,
              onFailure: busFailures(service, logger),
            }),
        },
        {
          provide: WaitingWorkMetrics,
          inject: [Database, ServiceLogger],
          useFactory: (database: Database, logger: ServiceLogger) =>
            new WaitingWorkMetrics({
              service,
              database,
              work: options.work ?? [],
              lags: groupLags(config, runtime),
              onFailure: (error) => logger.failure('metrics could not be read', error),
            }),
        },
        {
          provide: DatabaseMetrics,
          inject: [Database, ServiceLogger],
          useFactory: (database: Database, logger: ServiceLogger) =>
            new DatabaseMetrics({
              service,
              database,
              onFailure: (error) => logger.failure('metrics could not be read', error),
            }),
        },
        {
          provide: ProcessMetrics,
          inject: [Database],
          useFactory: (database: Database) =>
            new ProcessMetrics({
              service,
              folders: { temporary: tmpdir(), ...runtime.folders },
              certificates: {
                database: () => database.certificateEndsAt(),
                bus: async () => brokerCertificates.endsAt,
              },
            }),
        },
        ...retentionWorkers(options),
        {
          provide: JobRunner,
          inject: [Database, ServiceLogger],
          useFactory: (database: Database, logger: ServiceLogger) =>
            new JobRunner(database, {
              ...(options.jobs ?? JOBS),
              onFailure: (what, error) => logger.failure(what, error),
            }),
        },
        {
          provide: ConsumerGroups,
          useFactory: () => new ConsumerGroups(runtime.broker ? null : consumerGroups(config)),
        },
        {
          provide: ServiceAdministration,
          inject: [BusTransport, JobRunner, ConsumerGroups, OperatorDesk],
          useFactory: (bus: BusTransport, jobs: JobRunner, groups: ConsumerGroups, desk: OperatorDesk) =>
            new ServiceAdministration(bus, jobs, groups, desk),
        },
        {
          provide: OperatorDesk,
          inject: [Database, JobRunner, BusTransport, SecretBox, ServiceLogger],
          useFactory: (
            database: Database,
            jobs: JobRunner,
            bus: BusTransport,
            box: SecretBox,
            logger: ServiceLogger,
          ) => {
            const desk = new OperatorDesk(database, jobs, (error) =>
              logger.failure('an operator’s request met a failure', error),
            );
            desk.handle('replay-dead-letters', replayDeadLetters(database, bus));
            desk.handle(
              're-encrypt',
              reEncrypt(database, { stored: box, commands: commandBox }, options.sealed ?? {}),
            );
            return desk;
          },
        },
      ],
      exports: [
        ServiceLogger,
        SecretBox,
        Database,
        DatabaseClock,
        ...(signing ? [CommandClient] : []),
        BusTransport,
        JobRunner,
        OperatorDesk,
        ServiceAdministration,
        ...(userData ? [UserErasures, UserDataReader] : []),
      ],
    };
  }

  /** Closes the database last, after the HTTP server, the consumers and the service's own workers have stopped. */
  async onApplicationShutdown(): Promise<void> {
    await this.database.close();
  }
}

function retentionWorkers({ config, logs = [], retentions = [] }: PlatformOptions): Provider[] {
  const ofLogs = logRetention(logs, config.logRetentionDays ?? 0);
  return [...PLATFORM_RETENTIONS, ofLogs, ...retentions].map((retention) => ({
    provide: Symbol(retention.failure), // two with one text would replace each other
    inject: [Database, ServiceLogger],
    useFactory: (database: Database, logger: ServiceLogger) =>
      new RetentionWorker(database, logger, retention),
  }));
}

function ofUserData(service: ServiceName, data: UserData): Provider[] {
  return [
    { provide: UserDataReader, useValue: new UserDataReader(service, data) },
    {
      provide: UserErasures,
      inject: [Database, JobRunner],
      useFactory: (database: Database, jobs: JobRunner) => new UserErasures(database, jobs, data),
    },
  ];
}

/**
 * Opens the database. `provision` makes the topics, and the rights to see them, after the roles and schemas.
 * PostgreSQL refuses a missing role like a wrong password: if the topics exist, the password is wrong, and waiting is
 * useless. A database that accepts the service was provisioned, so its reads need not wait for brokers.
 */
async function openProvisionedDatabase(
  options: PlatformOptions,
  engine: BusEngine,
  logger: ServiceLogger,
  startUp: StartUp,
): Promise<Database> {
  const { config } = options;
  try {
    return await openDatabase(options, logger, startUp);
  } catch (error) {
    const isProvisioning = config.kafkaTopics === 'existing' && config.migrations !== 'only';
    if (!isProvisioning || !mayBeUnprovisioned(error)) throw error;
    startUp.waitsFor(
      'database',
      'the database refuses the sign-in, and it is not known yet whether topics are there',
    );
    logger.warn('waiting for topics: a role may be missing until they are there');
    await engine.ensureTopics(topicSpecs(config.partitions));
    return openDatabase(options, logger, startUp);
  }
}

/** Whether the role or its schema may be missing because `provision` has not made them yet. */
function mayBeUnprovisioned(error: unknown): boolean {
  return (
    troubleOf(error) === 'sign-in-refused' ||
    (error instanceof DatabaseUnfitError && error.fault === 'no-schema')
  );
}

function openDatabase(
  { config, runtime, entities, migrations }: PlatformOptions,
  logger: ServiceLogger,
  startUp: StartUp,
): Promise<Database> {
  const options: DatabaseOptions = {
    latestTrouble: runtime.latestTrouble,
    url: config.databaseUrl,
    directUrl: config.directDatabaseUrl,
    schema: config.service.replaceAll('-', '_'),
    poolSize: config.databasePoolSize,
    migrating: config.migrations === 'checked' ? 'checked' : 'run',
    entities,
    onDiskFull: () =>
      logger.error(
        'PostgreSQL refuses writes because its disk is full: free space; no data is lost, and work continues by itself',
      ),
    onLost: (trouble) => logger.warn(`lost the database: ${adviceOnTrouble(trouble)}`),
    onBack: () => logger.log('the database is back'),
    onUnsignalled: () =>
      logger.warn(
        'PostgreSQL cannot signal new work through a pooler, so it is looked for every second: set DATABASE_DIRECT_URL to an address past it that answers',
      ),
    migrations: [...PLATFORM_MIGRATIONS, ...migrations],
  };
  return waitUntilThere(() => Database.open(options), {
    patienceMs: (error) => patienceMs(config, error),
    onWaiting: (error) => {
      logger.failure('waiting for the database', error);
      const trouble = troubleOf(error);
      startUp.waitsFor('database', trouble ? adviceOnTrouble(trouble) : 'the schema is not migrated yet');
    },
    onThere: () => {
      logger.log('the database is there');
      startUp.found('database');
    },
  });
}

/** Time that a start waits after a failure; 0 for faults that time does not correct, which end the process. */
function patienceMs({ migrations, startWaitMs = 0 }: PlatformConfig, error: unknown): number {
  if (error instanceof DatabaseUnfitError && error.fault === 'behind') return startWaitMs;
  if (!['unreachable', 'starting'].includes(troubleOf(error) ?? '')) return 0;
  return migrations === 'only' ? startWaitMs : Infinity; // a Job ends, and its creator starts it again
}

/** Handles failures of the bus. Refused commands are counted: each means an intruder on the bus, or a wrong key. */
function busFailures(service: ServiceName, logger: ServiceLogger): (error: unknown) => void {
  const refused = outcomeCounter('tributary.commands.refused', 'commands without the gateway’s signature');
  refused.add(0, { [SERVICE]: service }); // without a first value, metrics would not show the first refusal as a rise
  return (error) => {
    if (error instanceof UnsignedCommandError) refused.add(1, { [SERVICE]: service });
    logger.failure('the bus handled a failure', error);
  };
}

/** Measures the database's clock, and warns if the machine's differs: only logs use that one, but people read them by it. */
async function measuredClock(database: Database, logger: ServiceLogger): Promise<DatabaseClock> {
  const clock = new DatabaseClock(database);
  await clock.exactly();
  const aheadS = Math.round(clock.machineAheadMs() / 1000);
  const isFarther = areApart(clock.machineAheadMs(), false); // then the machine watch reports it until it is corrected
  if (Math.abs(aheadS) >= CLOCKS_APART_S_MAX && !isFarther)
    logger.warn('the clocks of this machine and of the database differ: set them by NTP', { aheadS });
  return clock;
}

function warningLines(logger: ServiceLogger, { report = () => undefined }: Runtime): WarningLines {
  return {
    begins: (words) => {
      logger.warn(words);
      report(`Warning: ${words}.`);
    },
    isOver: (words) => {
      logger.log(words);
      report(`Over: ${words}.`);
    },
  };
}

/** End of the certificate that a broker has shown last. */
interface BrokerCertificates {
  endsAt: Date | null;
}

function engineFor(
  config: PlatformConfig,
  runtime: Runtime,
  logger: ServiceLogger,
  certificates: BrokerCertificates,
): BusEngine {
  if (runtime.broker) return new InProcessEngine(runtime.broker);
  return new KafkaEngine({
    brokers: config.kafkaBrokers,
    clientId: config.service,
    security: config.kafkaSecurity && {
      ...config.kafkaSecurity,
      onCertificate: (validTo) => (certificates.endsAt = validTo),
    },
    prefix: config.kafkaTopicPrefix,
    replicationFactor: config.kafkaReplicationFactor,
    retentionMs: config.kafkaRetentionMs,
    topics: config.kafkaTopics,
    sessionTimeoutMs: config.kafkaSessionTimeoutMs,
    startWaitMs: config.startWaitMs,
    outlastsBrokers: config.migrations !== 'only',
    onThere: () => logger.log('the brokers are there'),
    onWaiting: (error) => logger.failure('waiting for the brokers', error),
    onFailure: (error) => logger.failure('the connection to the bus failed', error),
    onLost: (reason) => logger.warn(`lost the brokers: ${reason}`),
    onBack: () => logger.log('the brokers are back'),
    onJoined: (group) => logger.debug('joined a consumer group', { group }),
  });
}

function consumerGroups(config: PlatformConfig): { names: string[]; at: KafkaGroups } {
  const { service, kafkaBrokers: brokers, kafkaSecurity: security, kafkaTopicPrefix: prefix } = config;
  return { names: groupNames(service), at: new KafkaGroups({ brokers, security, prefix }) };
}

function groupNames(service: ServiceName): string[] {
  return [service, commandGroup(service)];
}

function groupLags(config: PlatformConfig, { broker }: Runtime): GroupLags {
  if (broker) return lagsInProcess(groupNames(config.service), broker);
  const { names, at } = consumerGroups(config);
  return lagsOnKafka(names, at);
}

function loggerFor(config: PlatformConfig, runtime: Runtime): ServiceLogger {
  return (
    runtime.logger ?? new ServiceLogger(createPino({ service: config.service, level: process.env.LOG_LEVEL }))
  );
}
