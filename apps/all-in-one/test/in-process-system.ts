import { openAccessDatabase } from '@tributary/api-gateway';
import { Closing, createServiceDatabase, openAll, ServiceDatabase, TestPgBouncer } from '@tributary/testing';
import { brokerFor, eventMessage } from '@tributary/testing/services';
import {
  AccountUpsertedV1,
  CommandContract,
  CommandPayload,
  CommandResult,
  EventContract,
  EventPayload,
  ownerOf,
  sampleAccount,
  ServiceName,
  SERVICES,
} from '@tributary/contracts';
import { CommandClient, InProcessEngine } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { Sandbox, startSandbox } from '@tributary/sandbox';
import { createPino, RunningService, ServiceLogger, UserErasures } from '@tributary/service';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startHosted } from '../src/services/hosted-service';
import { stopAll } from '../src/services/in-process';
import { schemaOf } from '../src/services/service-environment';
import { schemasOf } from './service-schemas';
import { inviteFrom, SystemAccess, SystemPlace } from './system-access';
import { systemEnvironment } from './system-environment';

/** The parts of the system that a test runs, and their settings. */
export interface SystemChoice {
  /** Default: all five. */
  readonly services?: readonly ServiceName[];
  readonly sandbox?: Parameters<typeof startSandbox>[0];
  /** Environment variables of all services. */
  readonly settings?: Readonly<Record<string, string>>;
  /**
   * Whether a PgBouncer in transaction mode is in front of PostgreSQL, and whether the services know PostgreSQL's
   * direct address.
   */
  readonly pooler?: 'with a direct address' | 'alone';
}

/** Services in the test's own process, with the sandbox and all logs. */
export class InProcessSystem extends SystemAccess {
  private constructor(
    private readonly closing: Closing,
    testDatabase: ServiceDatabase,
    override readonly sandbox: Sandbox,
    private readonly engine: InProcessEngine,
    private readonly services: Map<ServiceName, RunningService>,
    private readonly begin: (service: ServiceName) => Promise<RunningService>,
    access: Database,
    private readonly logDir: string,
    accessUrl: string,
  ) {
    const urlNow = (): string => services.get('api-gateway')?.url ?? '';
    super(urlNow, sandbox, access, accessUrl, testDatabase.url);
  }

  static start({
    services: chosen = SERVICES,
    sandbox: outside,
    settings,
    pooler: pooling,
  }: SystemChoice = {}): Promise<InProcessSystem> {
    return openAll(async (closing) => {
      const logDir = closing.add(mkdtempSync(path.join(tmpdir(), 'tributary-logs-')), (one) =>
        rmSync(one, { recursive: true, force: true }),
      );
      const testDatabase = closing.add(await createServiceDatabase(schemasOf(chosen)), (one) => one.drop());
      const { urls } = testDatabase;
      const pooler = pooling && closing.add(await TestPgBouncer.before(urls.values()), (one) => one.stop());
      const databaseSettings = (url: string): Record<string, string> => ({
        DATABASE_URL: pooler?.urlOf(url) ?? url,
        ...(pooling === 'with a direct address' ? { DATABASE_DIRECT_URL: url } : {}),
      });
      const sandbox = closing.add(
        await startSandbox({ accounts: 2, requestsPerHour: 100_000, ...outside }),
        (one) => one.close(),
      );
      const broker = brokerFor(chosen, 2);
      const key = randomBytes(32).toString('base64');
      const begin = (service: ServiceName): Promise<RunningService> => {
        const url = urls.get(schemaOf(service)) ?? '';
        const file = path.join(logDir, `${service}.log`);
        const logger = new ServiceLogger(createPino({ service, level: 'debug', file }));
        return startHosted(
          service,
          { ...systemEnvironment(sandbox, url, key), ...databaseSettings(url), ...settings },
          { broker, logger },
        );
      };
      const gatewayUrl = urls.get('api_gateway') ?? '';
      const access = closing.add(await openAccessDatabase(gatewayUrl), (one) => one.close());
      const engine = closing.add(new InProcessEngine(broker), (one) => one.close());
      const services = closing.add(new Map<ServiceName, RunningService>(), (all) =>
        stopAll([...all.values()]),
      );
      for (const service of chosen) services.set(service, await begin(service));
      const gateway = services.get('api-gateway');
      if (gateway) inviteFrom(access, gateway.url);
      return new InProcessSystem(
        closing,
        testDatabase,
        sandbox,
        engine,
        services,
        begin,
        access,
        logDir,
        gatewayUrl,
      );
    });
  }

  /** Returns the addresses of the system, for suites in other processes. */
  place(): SystemPlace {
    const { calls: _calls, close: _close, ...sandbox } = this.sandbox;
    return { gatewayUrl: this.url, accessUrl: this.accessUrl, databaseUrl: this.databaseUrl, sandbox };
  }

  /** Returns the tables that the service declares, with their schema. */
  declaredTables(service: ServiceName): string[] {
    const schema = schemaOf(service);
    const tables = this.services.get(service)?.app.get(UserErasures).declaredTables() ?? [];
    return tables.map((table) => `${schema}.${table}`);
  }

  async stopOne(service: ServiceName): Promise<void> {
    await this.services.get(service)?.stop();
    this.services.delete(service);
  }

  async startOne(service: ServiceName): Promise<void> {
    this.services.set(service, await this.begin(service));
  }

  /** Publishes an account as its owner does. */
  async account(userId: number, id: number, document: Partial<typeof sampleAccount> = {}): Promise<void> {
    await this.publish(AccountUpsertedV1, id, {
      ...AccountUpsertedV1.sample,
      id,
      version: 1,
      userId,
      document: { ...sampleAccount, ...document },
    });
  }

  /** Sends a command as the gateway does for the user. */
  async send<C extends CommandContract>(
    contract: C,
    userId: number,
    payload: CommandPayload<C>,
  ): Promise<CommandResult<C>> {
    const client = this.services.get('api-gateway')?.app.get(CommandClient);
    if (!client) throw new Error('the gateway does not run');
    return client.send(contract, payload, { caller: ownerOf(userId), key: randomUUID(), timeoutMs: 20_000 });
  }

  /** Publishes an event as its owner does; resolves when all consumers have processed it. */
  async publish<C extends EventContract>(contract: C, key: number, payload: EventPayload<C>): Promise<void> {
    await this.engine.publish([
      eventMessage(contract, { key, payload, occurredAt: new Date().toISOString() }),
    ]);
  }

  /** Returns everything that was logged so far. */
  logs(): string {
    return readdirSync(this.logDir)
      .map((file) => readFileSync(path.join(this.logDir, file), 'utf8'))
      .join('');
  }

  override stop(): Promise<void> {
    return this.closing.close();
  }
}
