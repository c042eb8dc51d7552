import { ServiceName, SERVICES } from '@tributary/contracts';
import { CommandClient, CommandSealing, DatabaseClock, KafkaEngine, KafkaGroups } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { freePort, KafkaBroker, startKafkaBroker, workspaceRoot } from '@tributary/testing';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { DataDir } from '../data-dir';
import { ensureDemoUser } from '../demo/demo-user';
import { RestClient } from '../demo/rest-client';
import { SandboxControl } from '../demo/sandbox-control';
import { SetUp } from '../demo/set-up';
import { SCHEMAS, schemaOf, serviceEnvironment, SystemSettings } from '../services/service-environment';
import { startSandboxProcess } from '../surroundings/sandbox';
import { audit, Audit } from './audit';
import { BankWork } from './bank-work';
import { FaultSettings } from './fault-settings';
import { PostgresUnderFault } from './postgres-under-fault';
import { SeededRandom } from './seeded-random';
import { ServiceUnderFault } from './service-under-fault';
import { unrest } from './unrest';

const SMALL_BANK = 'BERKA_25';
/** The promise: what a fault left undone is done so long after everything is up again. */
const DRAINED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;
const JOINED = /"group":"([a-z.-]+)"[^\n]*"joined a consumer group"/g;

interface Parts {
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

/** The demo's user, as a program that uses the API and has accounts at the bank. */
interface Client {
  readonly rest: RestClient;
  readonly token: string;
  readonly work: BankWork;
}

/** The whole system as real processes on a Postgres and a Kafka of its own, every part of which can be made to fail. */
export class SystemUnderFault {
  readonly random: SeededRandom;
  readonly services: readonly ServiceUnderFault[];
  readonly postgres: PostgresUnderFault;
  readonly broker: KafkaBroker;
  readonly engine: KafkaEngine;
  readonly groups: KafkaGroups;
  readonly control: SandboxControl;
  private readonly others: ServiceUnderFault[] = [];
  private client: Client | null = null;

  private constructor(private readonly parts: Parts) {
    this.random = new SeededRandom(parts.fault.seed);
    this.services = SERVICES.map((service) => this.process(service));
    ({
      postgres: this.postgres,
      broker: this.broker,
      engine: this.engine,
      groups: this.groups,
      control: this.control,
    } = parts);
  }

  /** Started, with a bank connected, linked to a budget and synced for the first time. */
  static async start(fault: FaultSettings): Promise<SystemUnderFault> {
    const parent = path.join(workspaceRoot(), '.data', 'faults');
    mkdirSync(parent, { recursive: true });
    const dataDir = new DataDir(mkdtempSync(path.join(parent, 'system-')));
    mkdirSync(dataDir.path('logs'));
    const [postgres, broker, sandbox] = await Promise.all([
      PostgresUnderFault.start(dataDir.path('postgres')),
      startKafkaBroker({ dataDir: dataDir.path('kafka') }),
      startSandboxProcess(dataDir, 0, {
        build: fault.build,
        environment: { SANDBOX_DAILY_CALLS: '1000000', SANDBOX_REQUESTS_PER_HOUR: '1000000' },
      }),
    ]);
    const secrets = dataDir.secrets();
    const owners = SCHEMAS.map((schema) => ({ schema, password: secrets.rolePassword }));
    const databaseUrls = await provisionSchemas(postgres.url, owners);
    const settings = {
      databaseUrls,
      secrets,
      sandbox,
      apiPort: await freePort(),
      kafkaBrokers: broker.brokers,
    };
    const brokers = [broker.brokers];
    const engine = new KafkaEngine({ brokers, clientId: 'faults' });
    const groups = new KafkaGroups({ brokers });
    await groups.connect();
    const schema = schemaOf('api-gateway');
    const database = await Database.open({
      url: databaseUrls.get(schema) ?? '',
      schema,
      migrations: [],
      poolSize: 2,
    });
    const sealing = new CommandSealing(new SecretBox(secrets.encryptionKey));
    const commands = new CommandClient(engine, new DatabaseClock(database), sealing);
    const control = new SandboxControl(sandbox.controlUrl);
    const system = new SystemUnderFault({
      dataDir,
      settings,
      fault,
      postgres,
      broker,
      engine,
      groups,
      database,
      commands,
      control,
    });
    try {
      await Promise.all(system.services.map((service) => service.start()));
      await system.setUp();
      await system.settle();
    } catch (error) {
      await system.stop(); // or what was started would outlive the run
      throw error;
    }
    return system;
  }

  get rest(): RestClient {
    return this.ready().rest;
  }

  get work(): BankWork {
    return this.ready().work;
  }

  get token(): string {
    return this.ready().token;
  }

  get institution(): string {
    return this.parts.fault.institution ?? SMALL_BANK;
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.parts.settings.apiPort}`;
  }

  /** Where each service's log is, under its name. */
  get logDir(): string {
    return this.parts.dataDir.path('logs');
  }

  /** The services whose process has ended. */
  notRunning(): ServiceName[] {
    return this.services.filter(({ isRunning }) => !isRunning).map(({ name }) => name);
  }

  service(name: ServiceName): ServiceUnderFault {
    const found = this.services.find((service) => service.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  }

  /** How often the members of each group were given partitions, since the logs were begun. */
  joins(): Map<string, number> {
    const joins = new Map<string, number>();
    for (const service of SERVICES) {
      const log = readFileSync(this.parts.dataDir.path('logs', `${service}.log`), 'utf8');
      for (const [, group = ''] of log.matchAll(JOINED)) joins.set(group, (joins.get(group) ?? 0) + 1);
    }
    return joins;
  }

  /** One more process of a service, not started yet. */
  another(name: ServiceName): ServiceUnderFault {
    const other = this.process(name, { PORT: '0' });
    this.others.push(other);
    return other;
  }

  /**
   * Resolves when nothing is left to be done anywhere, with the milliseconds that took; after a minute it gives up
   * waiting, and says what is left: the audit then tells what that means.
   */
  async settle(): Promise<{ readonly ms: number; readonly left: readonly string[] }> {
    const began = Date.now();
    for (let quiet = 0; ;) {
      await this.work.tell();
      const left = await this.unrest();
      quiet = left.length === 0 ? quiet + 1 : 0;
      const ms = Date.now() - began;
      if (quiet === 2) return { ms, left };
      if (ms > DRAINED_WITHIN_MS) return { ms, left };
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  audit(): Promise<Audit> {
    const { control, postgres } = this.parts;
    return audit({
      rest: this.rest,
      control,
      postgres,
      institution: this.institution,
      texts: this.work.texts,
    });
  }

  /** All transactions as REST lists them. */
  async listing(): Promise<unknown[]> {
    const all: unknown[] = [];
    for await (const page of this.rest.pages('/finance/transactions?sort=id')) all.push(...page);
    return all;
  }

  /** After a fault that did not end as it should: everything outside well again, each service running once. */
  async mend(): Promise<void> {
    await this.control.behave();
    await Promise.all(this.others.map((other) => other.kill()));
    for (const service of this.services) {
      service.resume();
      if (!service.isRunning) await service.start();
    }
  }

  async stop(): Promise<void> {
    const { commands, engine, groups, database, settings, dataDir } = this.parts;
    await this.client?.rest.close();
    await Promise.all([...this.services, ...this.others].map((service) => service.kill()));
    await Promise.all([groups.close(), commands.close().then(() => engine.close()), database.close()]);
    await settings.sandbox.child.stop();
    await Promise.all([this.broker.stop(), this.postgres.stop()]);
    if (!process.env.FAULT_KEEP) rmSync(dataDir.root, { recursive: true, force: true });
  }

  /** A look that cannot be taken tells of unrest, too. */
  private async unrest(): Promise<string[]> {
    try {
      return await unrest(this.postgres, this.groups, this.control, this.institution);
    } catch (error) {
      return [`no view of the system: ${error instanceof Error ? error.message : String(error)}`];
    }
  }

  private process(service: ServiceName, overrides: Record<string, string> = {}): ServiceUnderFault {
    const { settings, fault, dataDir } = this.parts;
    return new ServiceUnderFault({
      service,
      build: fault.build,
      environment: {
        ...serviceEnvironment(service, settings),
        ...fault.overrides,
        BUDGETA_REQUESTS_PER_HOUR: '1000000',
        TRANSFER_LINGER_MS: '200',
        ...overrides,
      },
      logFile: dataDir.path('logs', `${service}.log`),
    });
  }

  /** As the demo does it: webhook, budget, rule, bank, links, first sync. */
  private async setUp(): Promise<void> {
    const { dataDir, settings, commands, control } = this.parts;
    const gatewayDatabase = settings.databaseUrls.get(schemaOf('api-gateway')) ?? '';
    const { userId, token } = await ensureDemoUser(dataDir, gatewayDatabase);
    const rest = new RestClient(`${this.apiUrl}/api/v1`, token);
    const { receiverUrl } = settings.sandbox;
    const say = (): void => undefined;
    await new SetUp({
      dataDir,
      commands,
      rest,
      control,
      userId,
      institution: this.institution,
      receiverUrl,
      say,
    }).run();
    const { connectionId = 0 } = dataDir.demoState();
    const place = { institution: this.institution, connectionId, userId };
    this.client = { rest, token, work: new BankWork(control, commands, this.random, place) };
  }

  private ready(): Client {
    if (!this.client) throw new Error('the system is not set up yet');
    return this.client;
  }
}
