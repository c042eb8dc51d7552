import {
  createUser,
  issuePersonalToken,
  openAccessDatabase,
  readApiGatewayConfig,
  startApiGateway,
} from '@tributary/api-gateway';
import {
  AccountUpsertedV1,
  commandGroup,
  commandTopic,
  EventContract,
  EventPayload,
  EVENTS,
} from '@tributary/contracts';
import { BusTransport, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
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
import { readWebhookDispatcherConfig, startWebhookDispatcher } from '@tributary/webhook-dispatcher';
import { randomBytes, randomUUID } from 'node:crypto';

const SERVICES = ['api-gateway', 'webhook-dispatcher'] as const;

type TokenChoice = Omit<Parameters<typeof issuePersonalToken>[1], 'userId' | 'name'>;
type Plan = Parameters<typeof createUser>[1]['plan'];

/** What the API answered. */
export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

/** The gateway and the dispatcher in one process, with receivers of the sandbox: webhooks from REST to the endpoint. */
export class WebhookSystem {
  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly sandbox: Sandbox,
    private readonly engine: InProcessEngine,
    private readonly services: readonly RunningService[],
    private readonly access: Database,
  ) {}

  static async start(): Promise<WebhookSystem> {
    const testDatabase = await createTestDatabase('webhooks_e2e');
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
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1/32',
        WEBHOOK_CA_PEM: sandbox.caCertificate,
      });
      const logger = new ServiceLogger(createPino({ service, level: process.env.LOG_LEVEL ?? 'silent' }));
      return run(read(readPlatformConfig(service, env), env), { broker, logger });
    };
    const services = [
      await start('api-gateway', readApiGatewayConfig, startApiGateway),
      await start('webhook-dispatcher', readWebhookDispatcherConfig, startWebhookDispatcher),
    ];
    const access = await openAccessDatabase(urls.get('api_gateway') ?? '');
    return new WebhookSystem(testDatabase, sandbox, new InProcessEngine(broker), services, access);
  }

  async user(email: string, plan: Plan): Promise<number> {
    return (await createUser(this.access, { email, name: email, plan })).id;
  }

  async token(userId: number, choice: TokenChoice = {}): Promise<string> {
    return (await issuePersonalToken(this.access, { userId, name: 'test', ...choice })).token;
  }

  /** Publishes as the owners would; resolves when both services have taken it. */
  async publish<C extends EventContract>(contract: C, key: number, payload: EventPayload<C>): Promise<void> {
    const { topic, version } = contract;
    const occurredAt = new Date().toISOString();
    const value = JSON.stringify({ id: randomUUID(), type: topic, version, occurredAt, payload });
    await this.engine.publish([{ topic, key: String(key), headers: {}, value }]);
  }

  async account(userId: number, id: number): Promise<void> {
    await this.publish(AccountUpsertedV1, id, { ...AccountUpsertedV1.sample, id, userId });
  }

  async request(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${this.services[0]?.url ?? ''}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  }

  async stop(): Promise<void> {
    // In one process a relay waits for who takes its messages: all of them end first.
    await Promise.all(this.services.map(({ app }) => app.get(BusTransport).stopRelay()));
    await Promise.all(this.services.map((service) => service.stop()));
    await this.engine.close();
    await this.access.close();
    await this.sandbox.close();
    await this.testDatabase.drop();
  }
}

function declaredBroker(): InProcessBroker {
  const broker = new InProcessBroker();
  const taken = (consumers: readonly string[]): string[] =>
    consumers.filter((one) => (SERVICES as readonly string[]).includes(one));
  broker.declare(
    EVENTS.map(({ topic, consumers }) => ({ name: topic, partitions: 4, consumerGroups: taken(consumers) })),
  );
  const service = 'webhook-dispatcher';
  broker.declare([{ name: commandTopic(service), partitions: 4, consumerGroups: [commandGroup(service)] }]);
  return broker;
}
