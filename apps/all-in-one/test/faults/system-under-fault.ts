import { createTributaryClient, pagesOf, type TributaryClient } from '@tributary/client';
import { issuePersonalToken, openAccessDatabase } from '@tributary/api-gateway';
import { ServiceName, SERVICES } from '@tributary/contracts';
import type { KafkaEngine, KafkaGroups } from '@tributary/messaging';
import { KafkaBroker, startKafkaBroker, SeededRandom } from '@tributary/testing';
import { readFileSync, rmSync } from 'node:fs';
import { ensureDemoUser } from '../../src/demo/demo-user';
import type { SandboxControl } from '../../src/demo/sandbox-control';
import { SetUp } from '../../src/demo/set-up';
import { schemaOf, serviceEnvironment } from '../../src/services/service-environment';
import { audit, Audit } from './audit';
import { BankWork } from './bank-work';
import { FaultSettings } from './fault-settings';
import { LoadBalancer } from './load-balancer';
import { PartsUnderFault, startParts, stopParts } from './parts-under-fault';
import type { PostgresUnderFault } from './postgres-under-fault';
import { ServiceUnderFault } from './service-under-fault';
import { unrest } from './unrest';

const SMALL_BANK = 'BERKA_25';
/** The promise: work that a fault interrupted is done within this time after everything is up again. */
const DRAINED_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 200;
const JOINED = /"group":"([a-z.-]+)"[^\n]*"joined a consumer group"/g;

/** The parts to start. */
export interface SystemShape {
  /** The number of instances of each service; several gateways are behind a load balancer. */
  readonly instances?: number;
  /** Settings of PostgreSQL that differ from the usual ones. */
  readonly postgresSettings?: Readonly<Record<string, string>>;
}

/** The demo's user, with an API client and accounts at the bank. */
interface Client {
  readonly rest: TributaryClient;
  readonly token: string;
  readonly userId: number;
  readonly work: BankWork;
}

/** The whole system as real processes on its own Postgres and Kafka; every part can be made to fail. */
export class SystemUnderFault {
  readonly random: SeededRandom;
  readonly services: readonly ServiceUnderFault[];
  readonly postgres: PostgresUnderFault;
  broker: KafkaBroker;
  readonly engine: KafkaEngine;
  readonly groups: KafkaGroups;
  readonly control: SandboxControl;
  private readonly balancer: LoadBalancer | null;
  private readonly others: ServiceUnderFault[] = [];
  private client: Client | null = null;

  private constructor(
    private readonly parts: PartsUnderFault,
    instances: number,
  ) {
    this.random = new SeededRandom(parts.fault.seed);
    this.services = SERVICES.flatMap((service) =>
      Array.from({ length: instances }, (_, nth) => this.process(service, nth === 0 ? {} : { PORT: '0' })),
    );
    this.balancer = instances > 1 ? new LoadBalancer(() => this.gatewayUrls()) : null;
    ({
      postgres: this.postgres,
      broker: this.broker,
      engine: this.engine,
      groups: this.groups,
      control: this.control,
    } = parts);
  }

  /** Starts the system with a bank that is connected, linked to a budget and synced once. */
  static async start(
    fault: FaultSettings,
    { instances = 1, postgresSettings }: SystemShape = {},
  ): Promise<SystemUnderFault> {
    const system = new SystemUnderFault(await startParts(fault, postgresSettings), instances);
    try {
      await Promise.all(system.services.map((service) => service.start()));
      await system.balancer?.start();
      await system.setUp();
      await system.settle();
    } catch (error) {
      await system.stop(); // otherwise the started parts would outlive the run
      throw error;
    }
    return system;
  }

  get rest(): TributaryClient {
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

  /** The address of the only gateway, or of the load balancer before several. */
  get apiUrl(): string {
    return this.balancer?.url ?? `http://127.0.0.1:${this.parts.settings.apiPort}`;
  }

  /** Returns the addresses of all running gateways. */
  gatewayUrls(): string[] {
    return [...this.services, ...this.others].flatMap(({ name, isRunning, url }) =>
      name === 'api-gateway' && isRunning && url !== null ? [url] : [],
    );
  }

  /**
   * Creates another token of the user that expires soon.
   * @returns it with its expiry
   */
  async tokenThatEnds(inMs: number): Promise<{ readonly token: string; readonly endsAt: number }> {
    const database = await openAccessDatabase(
      this.parts.settings.databaseUrls.get(schemaOf('api-gateway')) ?? '',
    );
    try {
      const endsAt = Date.now() + inMs;
      const { userId } = this.ready();
      const wanted = { userId, name: 'soon over', expiresAt: new Date(endsAt) };
      return { token: (await issuePersonalToken(database, wanted)).token, endsAt };
    } finally {
      await database.close();
    }
  }

  /** The directory with each service's log, under the service's name. */
  get logDir(): string {
    return this.parts.dataDir.path('logs');
  }

  /** Returns the services whose process has ended. */
  notRunning(): ServiceName[] {
    return this.services.filter(({ isRunning }) => !isRunning).map(({ name }) => name);
  }

  service(name: ServiceName): ServiceUnderFault {
    const found = this.services.find((service) => service.name === name);
    if (!found) throw new Error(`there is no ${name}`);
    return found;
  }

  /** Returns the logs of all processes of a service. */
  logOf(service: ServiceName): string {
    return readFileSync(this.parts.dataDir.path('logs', `${service}.log`), 'utf8');
  }

  /** Returns how often the members of each group were assigned partitions, since the logs began. */
  joins(): Map<string, number> {
    const joins = new Map<string, number>();
    for (const service of SERVICES) {
      for (const [, group = ''] of this.logOf(service).matchAll(JOINED))
        joins.set(group, (joins.get(group) ?? 0) + 1);
    }
    return joins;
  }

  /** Returns a further process of a service that is not started yet, of another build if one is named. */
  another(name: ServiceName, build = this.parts.fault.build): ServiceUnderFault {
    const other = this.process(name, { PORT: '0' }, build);
    this.others.push(other);
    return other;
  }

  /**
   * Waits until no work is left, and returns the time in milliseconds. After a minute it stops waiting and returns the
   * remaining work, whose effect the audit shows.
   */
  async settle(): Promise<{ readonly ms: number; readonly left: readonly string[] }> {
    const began = Date.now();
    for (let quiet = 0; ;) {
      await this.work.requestSync();
      const left = await this.unrest();
      quiet = left.length === 0 ? quiet + 1 : 0;
      const ms = Date.now() - began;
      if (quiet === 2) return { ms, left };
      if (ms > DRAINED_WITHIN_MS) return { ms, left };
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
  }

  /** Simulates the loss of the broker's disk: an empty broker replaces it, on its port. */
  async replaceBroker(): Promise<void> {
    const { brokers } = this.broker;
    await this.broker.kill();
    await this.broker.stop();
    const dataDir = this.parts.dataDir.path('kafka-replaced');
    this.broker = await startKafkaBroker({ dataDir, port: Number(brokers.split(':')[1]) });
  }

  /** Returns the settings of the operator's command. */
  operatorSettings(): Record<string, string> {
    return {
      DATABASE_ADMIN_URL: this.postgres.url,
      KAFKA_BROKERS: this.broker.brokers,
      TRIBUTARY_URL: this.apiUrl,
      TRIBUTARY_USER: String(this.ready().userId),
    };
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

  /** Returns all transactions as REST lists them. */
  async listing(): Promise<unknown[]> {
    const all: unknown[] = [];
    const pages = pagesOf((page) =>
      this.rest.GET('/finance/transactions', { params: { query: { ...page, sort: ['id'] } } }),
    );
    for await (const page of pages) all.push(...page);
    return all;
  }

  /** Repairs everything after a fault that failed: resets the outside and restarts the services. */
  async mend(): Promise<void> {
    await this.control.behave();
    await Promise.all(this.others.map((other) => other.kill()));
    for (const service of this.services) {
      service.resume();
      if (!service.isRunning) await service.start();
    }
  }

  async stop(): Promise<void> {
    await this.balancer?.stop();
    await Promise.all([...this.services, ...this.others].map((service) => service.kill()));
    await stopParts({ ...this.parts, broker: this.broker });
    const { root } = this.parts.dataDir;
    if (!process.env.FAULT_KEEP) rmSync(root, { recursive: true, force: true });
  }

  /** Returns the remaining work; a failed query counts as remaining work, too. */
  private async unrest(): Promise<string[]> {
    try {
      return await unrest(this.postgres, this.groups, this.control, this.institution);
    } catch (error) {
      return [`no view of the system: ${error instanceof Error ? error.message : String(error)}`];
    }
  }

  private process(
    service: ServiceName,
    overrides: Record<string, string> = {},
    build = this.parts.fault.build,
  ): ServiceUnderFault {
    const { settings, fault, dataDir } = this.parts;
    return new ServiceUnderFault({
      service,
      build,
      environment: {
        ...serviceEnvironment(service, settings),
        ...fault.overrides,
        LOG_LEVEL: 'debug', // includes the lines of each join
        BUDGETA_REQUESTS_PER_HOUR: '1000000',
        RATE_LIMIT_PER_MINUTE: '0',
        TRANSFER_LINGER_MS: '200',
        ...overrides,
      },
      logFile: dataDir.path('logs', `${service}.log`),
    });
  }

  /** Sets the system up like the demo: webhook, budget, rule, bank, links, first sync. */
  private async setUp(): Promise<void> {
    const { dataDir, settings, commands, control } = this.parts;
    const gatewayDatabase = settings.databaseUrls.get(schemaOf('api-gateway')) ?? '';
    const { userId, token } = await ensureDemoUser(dataDir, gatewayDatabase);
    const rest = createTributaryClient({ baseUrl: `${this.apiUrl}/api/v1`, token });
    const { receiverUrl } = settings.sandbox;
    const report = (): void => undefined;
    await new SetUp({
      dataDir,
      commands,
      rest,
      control,
      userId,
      institution: this.institution,
      receiverUrl,
      report,
    }).run();
    const { connectionId = 0 } = dataDir.demoState();
    const scope = { institution: this.institution, connectionId, userId };
    this.client = { rest, token, userId, work: new BankWork(control, commands, this.random, scope) };
  }

  private ready(): Client {
    if (!this.client) throw new Error('the system is not set up yet');
    return this.client;
  }
}
