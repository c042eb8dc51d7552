import {
  beginSession,
  createUser,
  issuePersonalToken,
  openAccessDatabase,
  readApiGatewayConfig,
  startApiGateway,
  SESSION_COOKIE,
} from '@tributary/api-gateway';
import { TestDatabase, Visitor, createTestDatabase } from '@tributary/testing';
import { commandGroup, commandTopic, EVENTS } from '@tributary/contracts';
import { readIngestionSyncConfig, startIngestionSync } from '@tributary/ingestion-sync';
import { BusTransport, InProcessBroker } from '@tributary/messaging';
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
import { randomBytes } from 'node:crypto';

const SERVICES = ['api-gateway', 'ingestion-sync'] as const;

/** The gateway and ingestion-sync in one process, with the sandbox's bank: all that connecting an institution takes. */
export class ConnectedSystem {
  private constructor(
    private readonly testDatabase: TestDatabase,
    readonly sandbox: Sandbox,
    private readonly services: readonly RunningService[],
    private readonly access: Database,
    private readonly userId: number,
    private readonly token: string,
  ) {}

  static async start(): Promise<ConnectedSystem> {
    const testDatabase = await createTestDatabase('connect_e2e');
    const schemas = SERVICES.map((service) => ({ schema: service.replaceAll('-', '_'), password: 'test' }));
    const urls = await provisionSchemas(testDatabase.url, schemas);
    const sandbox = await startSandbox({ accounts: 3 });
    const broker = declaredBroker();
    const key = randomBytes(32).toString('base64');
    const { secretId, secretKey } = sandbox.credentials.providerA;
    const start = <C extends PlatformConfig>(
      service: (typeof SERVICES)[number],
      read: (platform: PlatformConfig, env: EnvironmentReader) => C,
      run: (config: C, runtime: Runtime) => Promise<RunningService>,
    ): Promise<RunningService> => {
      const env = new EnvironmentReader({
        DATABASE_URL: urls.get(service.replaceAll('-', '_')) ?? '',
        ENCRYPTION_KEY: key,
        HOST: '127.0.0.1',
        PROVIDER_A_BASE_URL: sandbox.providerAUrl,
        PROVIDER_A_SECRET_ID: secretId,
        PROVIDER_A_SECRET_KEY: secretKey,
      });
      const logger = new ServiceLogger(createPino({ service, level: process.env.LOG_LEVEL ?? 'silent' }));
      return run(read(readPlatformConfig(service, env), env), { broker, logger });
    };
    const services = [
      await start('api-gateway', readApiGatewayConfig, startApiGateway),
      await start('ingestion-sync', readIngestionSyncConfig, startIngestionSync),
    ];
    const access = await openAccessDatabase(urls.get('api_gateway') ?? '');
    const user = await createUser(access, { email: 'connect@example.org', name: 'Maija', plan: 'PRO' });
    const { token } = await issuePersonalToken(access, { userId: user.id, name: 'connect' });
    return new ConnectedSystem(testDatabase, sandbox, services, access, user.id, token);
  }

  async stop(): Promise<void> {
    // In one process a relay waits for who takes its messages: all of them end first.
    await Promise.all(this.services.map(({ app }) => app.get(BusTransport).stopRelay()));
    await Promise.all(this.services.map((service) => service.stop()));
    await this.access.close();
    await this.sandbox.close();
    await this.testDatabase.drop();
  }

  /** One in which the user is signed in. */
  async browser(): Promise<Visitor> {
    return new Visitor(this.services[0]?.url ?? '').setCookie(
      SESSION_COOKIE,
      await beginSession(this.access, this.userId),
    );
  }

  /** A request to the API, as a client makes it. @throws Error on any answer that is no success */
  async rest<Data = Record<string, unknown>>(method: string, path: string, body?: unknown): Promise<Data> {
    const response = await fetch(`${this.services[0]?.url ?? ''}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const answer = (await response.json()) as { data: Data; message?: string };
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${answer.message}`);
    return answer.data;
  }
}

function declaredBroker(): InProcessBroker {
  const broker = new InProcessBroker();
  // What the gateway does not take, nobody takes here.
  const taken = (consumers: readonly string[]): string[] => consumers.filter((one) => one === 'api-gateway');
  broker.declare(
    EVENTS.map(({ topic, consumers }) => ({ name: topic, partitions: 4, consumerGroups: taken(consumers) })),
  );
  const service = 'ingestion-sync';
  broker.declare([{ name: commandTopic(service), partitions: 4, consumerGroups: [commandGroup(service)] }]);
  return broker;
}
