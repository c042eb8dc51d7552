import {
  createUser,
  issuePersonalToken,
  openAccessDatabase,
  readApiGatewayConfig,
  startApiGateway,
} from '@tributary/api-gateway';
import {
  ActivateConnection,
  commandGroup,
  commandTopic,
  CreateConnection,
  EVENTS,
  ServiceName,
  ownerOf,
} from '@tributary/contracts';
import { readIngestionSyncConfig, startIngestionSync } from '@tributary/ingestion-sync';
import { CommandClient, InProcessBroker } from '@tributary/messaging';
import { provisionSchemas } from '@tributary/persistence';
import { readRuleEngineConfig, startRuleEngine } from '@tributary/rule-engine';
import { Sandbox, startSandbox } from '@tributary/sandbox';
import {
  createPino,
  EnvironmentReader,
  PlatformConfig,
  readPlatformConfig,
  RunningService,
  Runtime,
  ServiceLogger,
} from '@tributary/service';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { randomBytes, randomUUID } from 'node:crypto';

const SERVICES = ['api-gateway', 'ingestion-sync', 'rule-engine'] as const satisfies ServiceName[];

type Fields = Record<string, unknown>;

/** What brokers go through: ingestion-sync, the rule engine and the gateway, with the sandbox's brokers. */
export class BrokerageSystem {
  private constructor(
    private readonly testDatabase: TestDatabase,
    private readonly sandbox: Sandbox,
    private readonly services: ReadonlyMap<ServiceName, RunningService>,
    private readonly userId: number,
    private readonly token: string,
  ) {}

  static async start(): Promise<BrokerageSystem> {
    const testDatabase = await createTestDatabase('brokers_e2e');
    const schemas = SERVICES.map((service) => ({ schema: service.replaceAll('-', '_'), password: 'test' }));
    const urls = await provisionSchemas(testDatabase.url, schemas);
    const sandbox = await startSandbox({ accounts: 1 });
    const broker = declaredBroker();
    const key = randomBytes(32).toString('base64');
    const start = <C extends PlatformConfig>(
      service: (typeof SERVICES)[number],
      read: (platform: PlatformConfig, env: EnvironmentReader) => C,
      run: (config: C, runtime: Runtime) => Promise<RunningService>,
    ): Promise<RunningService> => {
      const env = new EnvironmentReader({
        DATABASE_URL: urls.get(service.replaceAll('-', '_')) ?? '',
        ENCRYPTION_KEY: key,
        HOST: '127.0.0.1',
        DATABASE_POOL_SIZE: '6',
        PROVIDER_C_BASE_URL: sandbox.providerCUrl,
        PROVIDER_C_CLIENT_ID: sandbox.credentials.providerC.clientId,
        PROVIDER_C_CONSUMER_KEY: sandbox.credentials.providerC.consumerKey,
      });
      const logger = new ServiceLogger(createPino({ service, level: process.env.LOG_LEVEL ?? 'silent' }));
      return run(read(readPlatformConfig(service, env), env), { broker, logger });
    };
    const services = new Map<ServiceName, RunningService>([
      ['api-gateway', await start('api-gateway', readApiGatewayConfig, startApiGateway)],
      ['rule-engine', await start('rule-engine', readRuleEngineConfig, startRuleEngine)],
      ['ingestion-sync', await start('ingestion-sync', readIngestionSyncConfig, startIngestionSync)],
    ]);
    const access = await openAccessDatabase(urls.get('api_gateway') ?? '');
    const user = await createUser(access, { email: 'brokers@example.org', name: 'Maija', plan: 'PRO' });
    const { token } = await issuePersonalToken(access, { userId: user.id, name: 'brokers' });
    await access.close();
    return new BrokerageSystem(testDatabase, sandbox, services, user.id, token);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await this.sandbox.close();
    await this.testDatabase.drop();
  }

  /** Through the portal, as a user does. @returns the ids of the accounts */
  async connect(institutionExternalId: string): Promise<readonly number[]> {
    const client = this.services.get('api-gateway')?.app.get(CommandClient);
    if (!client) throw new Error('the gateway does not run');
    const options = {
      caller: ownerOf(this.userId),
      key: randomUUID(),
      timeoutMs: 20_000,
    };
    const { connection, link } = await client.send(
      CreateConnection,
      {
        provider: 'PROVIDER_C',
        institutionExternalId,
        reference: null,
        redirectUrl: 'https://client.example/callback',
        accountConfig: {},
      },
      options,
    );
    await fetch(link, { redirect: 'manual' });
    const { financialAccountIds } = await client.send(
      ActivateConnection,
      { connectionId: connection.id, browserConfirmed: true },
      { ...options, key: randomUUID() },
    );
    return financialAccountIds;
  }

  /** What the broker has, by account. */
  async ledger(): Promise<readonly { key: string; activity_count: number; positions: readonly Fields[] }[]> {
    const response = await fetch(`${this.sandbox.controlUrl}/ledger/provider-c`);
    const { accounts } = (await response.json()) as {
      accounts: { key: string; activity_count: number; positions: readonly Fields[] }[];
    };
    return accounts;
  }

  /** A list below `/api/v1`. */
  async list(path: string): Promise<{ rows: readonly Fields[]; total: number }> {
    const url = `${this.services.get('api-gateway')?.url}/api/v1${path}`;
    const response = await fetch(url, { headers: { authorization: `Bearer ${this.token}` } });
    const body = (await response.json()) as { data: readonly Fields[]; meta: { total: number } };
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return { rows: body.data, total: body.meta.total };
  }
}

/** Each topic is kept for those of its consumers that run. */
function declaredBroker(): InProcessBroker {
  const running: readonly ServiceName[] = SERVICES;
  const broker = new InProcessBroker();
  broker.declare([
    ...EVENTS.map(({ topic, consumers }) => ({
      name: topic,
      partitions: 2,
      consumerGroups: consumers.filter((service) => running.includes(service)),
    })),
    ...running.map((service) => ({
      name: commandTopic(service),
      partitions: 2,
      consumerGroups: [commandGroup(service)],
    })),
  ]);
  return broker;
}
