import {
  createUser,
  issuePersonalToken,
  NewPersonalToken,
  openAccessDatabase,
  readApiGatewayConfig,
  startApiGateway,
} from '@tributary/api-gateway';
import {
  AccountUpsertedV1,
  CommandContract,
  commandGroup,
  CommandPayload,
  CommandResult,
  commandTopic,
  ConnectDestination,
  CreateTransferLinks,
  EventContract,
  EventPayload,
  EVENTS,
  sampleAccount,
  SAMPLE_TIME,
  sampleTransaction,
  ServiceName,
  TransactionDocument,
  TransactionUpsertedV1,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
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
import { readTransferEngineConfig, startTransferEngine } from '@tributary/transfer-engine';
import { randomBytes, randomUUID } from 'node:crypto';

const SERVICES = ['api-gateway', 'rule-engine', 'transfer-engine'] as const satisfies ServiceName[];

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown> & { data?: unknown };
}

/** The gateway, the rule engine and the transfer engine in one process; the test plays the bank's side. */
export class RuledSystem {
  private constructor(
    private readonly testDatabase: TestDatabase,
    private readonly sandbox: Sandbox,
    private readonly engine: InProcessEngine,
    private readonly services: Map<ServiceName, RunningService>,
    private readonly restartRuleEngine: () => Promise<RunningService>,
    private readonly access: Database,
    readonly userId: number,
    readonly token: string,
  ) {}

  static async start(): Promise<RuledSystem> {
    const testDatabase = await createTestDatabase('rules_e2e');
    const schemas = SERVICES.map((service) => ({ schema: service.replaceAll('-', '_'), password: 'test' }));
    const urls = await provisionSchemas(testDatabase.url, schemas);
    const sandbox = await startSandbox({ accounts: 3, requestsPerHour: 100_000 });
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
        RESHAPE_IDLE_MS: '20',
        BUDGETA_BASE_URL: sandbox.budgetaUrl,
        BUDGETA_REQUESTS_PER_HOUR: '100000',
        TRANSFER_LINGER_MS: '20',
        TRANSFER_POLL_MS: '20',
      });
      const logger = new ServiceLogger(createPino({ service, level: process.env.LOG_LEVEL ?? 'silent' }));
      return run(read(readPlatformConfig(service, env), env), { broker, logger });
    };
    const startEngine = () => start('rule-engine', readRuleEngineConfig, startRuleEngine);
    const services = new Map<ServiceName, RunningService>([
      ['api-gateway', await start('api-gateway', readApiGatewayConfig, startApiGateway)],
      ['rule-engine', await startEngine()],
      ['transfer-engine', await start('transfer-engine', readTransferEngineConfig, startTransferEngine)],
    ]);
    const access = await openAccessDatabase(urls.get('api_gateway') ?? '');
    const user = await createUser(access, { email: 'rules@example.org', name: 'Maija', plan: 'PRO' });
    const { token } = await issuePersonalToken(access, { userId: user.id, name: 'rules' });
    const engine = new InProcessEngine(broker);
    return new RuledSystem(testDatabase, sandbox, engine, services, startEngine, access, user.id, token);
  }

  async stop(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.stop()));
    await this.engine.close();
    await this.access.close();
    await this.sandbox.close();
    await this.testDatabase.drop();
  }

  async stopRuleEngine(): Promise<void> {
    await this.services.get('rule-engine')?.stop();
    this.services.delete('rule-engine');
  }

  async startRuleEngine(): Promise<void> {
    this.services.set('rule-engine', await this.restartRuleEngine());
  }

  async tokenOf(of: Omit<NewPersonalToken, 'name' | 'userId'>): Promise<string> {
    return (await issuePersonalToken(this.access, { name: 'other', userId: this.userId, ...of })).token;
  }

  /** The token of another user, who has nothing. */
  async stranger(): Promise<string> {
    const { id } = await createUser(this.access, { email: 'other@example.org', name: 'Other', plan: 'PRO' });
    return (await issuePersonalToken(this.access, { name: 'other', userId: id })).token;
  }

  async account(id: number, members: Partial<typeof sampleAccount> = {}): Promise<void> {
    await this.publish(AccountUpsertedV1, id, {
      id,
      version: 1,
      userId: this.userId,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: { ...sampleAccount, ...members },
    });
  }

  /** Transactions of an account, as the bank has them now. */
  async sync(
    accountId: number,
    version: number,
    documents: ReadonlyMap<number, Partial<TransactionDocument>>,
  ): Promise<void> {
    await this.publish(TransactionUpsertedV1, accountId, {
      financialAccountId: accountId,
      userId: this.userId,
      transactions: [...documents].map(([id, document]) => ({
        id,
        version,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        document: { ...sampleTransaction, ...document },
      })),
    });
  }

  /** Links the account to a budget account. */
  async link(accountId: number): Promise<number> {
    const { token: accessToken } = this.sandbox.credentials.budgeta;
    const { resources } = await this.send(ConnectDestination, {
      name: 'Budget',
      credentials: { type: 'BUDGETA', accessToken },
    });
    const destinationId = resources.find(({ kind }) => kind === 'BUDGET_ACCOUNT')?.id ?? 0;
    const { links } = await this.send(CreateTransferLinks, {
      links: [
        {
          financialAccountId: accountId,
          destinationType: 'BUDGETA',
          destinationId,
          transferStartDate: null,
          active: true,
          syncMode: 'TRANSACTIONS',
          onBookedChange: {},
        },
      ],
    });
    return links[0]?.id ?? 0;
  }

  /** What the budget has, by import id. */
  async ledger(): Promise<{ memo: string | null; payee: string | null; deleted: boolean }[]> {
    const response = await fetch(`${this.sandbox.controlUrl}/ledger/budgeta`);
    const { accounts } = (await response.json()) as {
      accounts: { transactions: { memo: string | null; payee: string | null; deleted: boolean }[] }[];
    };
    return accounts.flatMap(({ transactions }) => transactions);
  }

  /** A request below `/api/v1`. */
  async rest(method: string, path: string, body?: unknown, token = this.token): Promise<Answer> {
    const url = `${this.services.get('api-gateway')?.url}/api/v1${path}`;
    const response = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  private send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
  ): Promise<CommandResult<C>> {
    const client = this.services.get('api-gateway')?.app.get(CommandClient);
    if (!client) throw new Error('the gateway does not run');
    const caller = ownerOf(this.userId);
    return client.send(contract, payload, { caller, key: randomUUID(), timeoutMs: 20_000 });
  }

  private async publish<C extends EventContract>(
    contract: C,
    key: number,
    payload: EventPayload<C>,
  ): Promise<void> {
    const value = JSON.stringify({
      id: randomUUID(),
      type: contract.topic,
      version: contract.version,
      occurredAt: SAMPLE_TIME,
      payload,
    });
    await this.engine.publish([{ topic: contract.topic, key: String(key), value, headers: {} }]);
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
