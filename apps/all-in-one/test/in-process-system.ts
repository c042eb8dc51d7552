import { openAccessDatabase } from '@tributary/api-gateway';
import { createServiceDatabase, ServiceDatabase } from '@tributary/testing';
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
  topics,
} from '@tributary/contracts';
import { CommandClient, InProcessBroker, InProcessEngine } from '@tributary/messaging';
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

/** Which parts of the system a test runs, and with which settings. */
export interface SystemChoice {
  /** Default: all five. */
  readonly services?: readonly ServiceName[];
  readonly sandbox?: Parameters<typeof startSandbox>[0];
  /** Environment variables of all services. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Services in the test's own process, with the sandbox around them and all logs. */
export class InProcessSystem extends SystemAccess {
  private constructor(
    private readonly testDatabase: ServiceDatabase,
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

  static async start({
    services: chosen = SERVICES,
    sandbox: outside,
    settings,
  }: SystemChoice = {}): Promise<InProcessSystem> {
    const testDatabase = await createServiceDatabase(schemasOf(chosen));
    const { urls } = testDatabase;
    const sandbox = await startSandbox({ accounts: 2, requestsPerHour: 100_000, ...outside });
    const broker = brokerFor(chosen);
    const key = randomBytes(32).toString('base64');
    const logDir = mkdtempSync(path.join(tmpdir(), 'tributary-logs-'));
    const begin = (service: ServiceName): Promise<RunningService> => {
      const url = urls.get(schemaOf(service)) ?? '';
      const file = path.join(logDir, `${service}.log`);
      const logger = new ServiceLogger(createPino({ service, level: 'debug', file }));
      return startHosted(service, { ...environment(sandbox, url, key), ...settings }, { broker, logger });
    };
    const services = new Map<ServiceName, RunningService>();
    for (const service of chosen) services.set(service, await begin(service));
    const gatewayUrl = urls.get('api_gateway') ?? '';
    const access = await openAccessDatabase(gatewayUrl);
    const engine = new InProcessEngine(broker);
    const gateway = services.get('api-gateway');
    if (gateway) inviteFrom(access, gateway.url);
    return new InProcessSystem(testDatabase, sandbox, engine, services, begin, access, logDir, gatewayUrl);
  }

  /** For suites in other processes. */
  place(): SystemPlace {
    const { calls: _calls, close: _close, ...sandbox } = this.sandbox;
    return { gatewayUrl: this.url, accessUrl: this.accessUrl, databaseUrl: this.databaseUrl, sandbox };
  }

  /** The service's declared tables, with their schema. */
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

  /** An account as its owner publishes it. */
  async account(userId: number, id: number, document: Partial<typeof sampleAccount> = {}): Promise<void> {
    await this.publish(AccountUpsertedV1, id, {
      ...AccountUpsertedV1.sample,
      id,
      version: 1,
      userId,
      document: { ...sampleAccount, ...document },
    });
  }

  /** A command as the gateway sends it for the user. */
  async send<C extends CommandContract>(
    contract: C,
    userId: number,
    payload: CommandPayload<C>,
  ): Promise<CommandResult<C>> {
    const client = this.services.get('api-gateway')?.app.get(CommandClient);
    if (!client) throw new Error('the gateway does not run');
    return client.send(contract, payload, { caller: ownerOf(userId), key: randomUUID(), timeoutMs: 20_000 });
  }

  /** As the event's owner; resolves when all consumers have processed it. */
  async publish<C extends EventContract>(contract: C, key: number, payload: EventPayload<C>): Promise<void> {
    const { topic, version } = contract;
    const occurredAt = new Date().toISOString();
    const value = JSON.stringify({ id: randomUUID(), type: topic, version, occurredAt, payload });
    await this.engine.publish([{ topic, key: String(key), headers: {}, value }]);
  }

  /** Everything that was logged so far. */
  logs(): string {
    return readdirSync(this.logDir)
      .map((file) => readFileSync(path.join(this.logDir, file), 'utf8'))
      .join('');
  }

  override async stop(): Promise<void> {
    await stopAll([...this.services.values()]);
    await this.engine.close();
    await super.stop();
    await this.sandbox.close();
    await this.testDatabase.drop();
    rmSync(this.logDir, { recursive: true, force: true });
  }
}

/** Each topic is kept for those of its consumers that run. */
function brokerFor(services: readonly ServiceName[]): InProcessBroker {
  const runs = (group: string): boolean => services.some((service) => group.startsWith(service));
  const broker = new InProcessBroker();
  broker.declare(
    topics().map(({ consumerGroups, ...topic }) => ({
      ...topic,
      partitions: 2,
      consumerGroups: consumerGroups.filter(runs),
    })),
  );
  return broker;
}

function environment(sandbox: Sandbox, databaseUrl: string, key: string): Record<string, string> {
  const { budgeta, providerA, providerC } = sandbox.credentials;
  return {
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: key,
    HOST: '127.0.0.1',
    SIGN_UP: 'invitation',
    DATABASE_POOL_SIZE: '5',
    PROVIDER_A_BASE_URL: sandbox.providerAUrl,
    PROVIDER_A_SECRET_ID: providerA.secretId,
    PROVIDER_A_SECRET_KEY: providerA.secretKey,
    PROVIDER_C_BASE_URL: sandbox.providerCUrl,
    PROVIDER_C_CLIENT_ID: providerC.clientId,
    PROVIDER_C_CONSUMER_KEY: providerC.consumerKey,
    SIMPLEFIN_ALLOWED_NETWORKS: '127.0.0.1/32',
    RESHAPE_IDLE_MS: '20',
    BUDGETA_BASE_URL: sandbox.budgetaUrl,
    BUDGETA_OAUTH_URL: sandbox.budgetaOAuthUrl,
    BUDGETA_CLIENT_ID: budgeta.application.clientId,
    BUDGETA_CLIENT_SECRET: budgeta.application.clientSecret,
    BUDGETA_REQUESTS_PER_HOUR: '100000',
    TRANSFER_LINGER_MS: '20',
    TRANSFER_POLL_MS: '20',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
    WEBHOOK_CA_PEM: sandbox.caCertificate,
    LEGACY_TOKENS_UNTIL: '2999-12-31',
  };
}
