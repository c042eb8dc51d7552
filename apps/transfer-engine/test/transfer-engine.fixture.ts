import {
  AccountUpsertedV1,
  Caller,
  commandGroup,
  CommandContract,
  CommandPayload,
  CommandResult,
  commandTopic,
  ConnectDestination,
  CreateTransferLinks,
  DestinationResource,
  EventContract,
  EventPayload,
  EVENTS,
  sampleAccount,
  SAMPLE_TIME,
  sampleTransaction,
  ShapedOutput,
  ShapedTransaction,
  TransactionDocument,
  TransactionShapedV1,
  TransferLoggedV1,
  ownerOf,
} from '@tributary/contracts';
import {
  CommandClient,
  DatabaseClock,
  InProcessBroker,
  InProcessEngine,
  OutgoingMessage,
} from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { callControl, Sandbox, SandboxOptions, startSandbox } from '@tributary/sandbox';
import {
  commandClient,
  createPino,
  EnvironmentReader,
  PLATFORM_MIGRATIONS,
  RunningService,
  ServiceLogger,
} from '@tributary/service';
import {
  createServiceDatabase,
  eventually,
  onlyUrlOf,
  ServiceDatabase,
  ServiceSchema,
} from '@tributary/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MIGRATIONS } from '../src/migrations/migrations';
import { startTransferEngine } from '../src/start-transfer-engine';
import { readConnectorConfigs } from '../src/destinations/connectors';
import { TransferEngineConfig } from '../src/transfer-engine.config';
import { DispatchConfig } from '../src/transfers/dispatch/dispatch-config';

const SCHEMA: ServiceSchema = {
  schema: 'transfer_engine',
  migrations: [...PLATFORM_MIGRATIONS, ...MIGRATIONS],
};

export const USER: Caller = ownerOf(1);
export const ACCOUNT_ID = 17;
const PROBE = 'probe';

export interface FixtureOptions {
  readonly sandbox?: SandboxOptions;
  readonly dispatch?: Partial<DispatchConfig>;
  readonly requestsPerHour?: number;
  /** The last word on the service's settings. */
  readonly configure?: (config: TransferEngineConfig, sandbox: Sandbox) => Promise<TransferEngineConfig>;
}

export interface LedgerRow {
  readonly id: string;
  readonly import_id: string | null;
  readonly amount: number;
  readonly date: string;
  readonly memo: string | null;
  readonly payee: string | null;
  readonly cleared: string;
  readonly deleted: boolean;
}

export type LinkOverrides = Partial<CommandPayload<typeof CreateTransferLinks>['links'][number]>;

export type LogEntry = EventPayload<typeof TransferLoggedV1>['entries'][number];

/** The transfer engine on a real database and an in-process bus, against the sandbox's budget server. */
export class TransferEngineFixture {
  readonly published: { readonly topic: string; readonly payload: unknown }[] = [];
  private readonly extra: RunningService[] = [];

  private constructor(
    readonly sandbox: Sandbox,
    readonly adminUrl: string,
    readonly config: TransferEngineConfig,
    readonly broker: InProcessBroker,
    readonly engine: InProcessEngine,
    readonly database: Database,
    readonly commands: CommandClient,
    private readonly testDatabase: ServiceDatabase,
    private service: RunningService,
  ) {}

  static async start(options: FixtureOptions = {}): Promise<TransferEngineFixture> {
    const sandbox = await startSandbox({
      accounts: 3,
      budgetCurrency: 'EUR', // as the sample account
      requestsPerHour: 100_000,
      sheetsLimits: { perProject: 100_000, perUser: 100_000 },
      workspacePerSecond: 100_000,
      ...options.sandbox,
    });
    const testDatabase = await createServiceDatabase([SCHEMA]);
    const usual = configFor(onlyUrlOf(testDatabase), sandbox, options);
    const config = (await options.configure?.(usual, sandbox)) ?? usual;
    const broker = declaredBroker();
    const service = await startTransferEngine(config, runtime(broker));
    const engine = new InProcessEngine(broker);
    const database = await Database.open({
      url: config.databaseUrl,
      schema: 'transfer_engine',
      migrations: [],
    });
    const commands = commandClient(engine, new DatabaseClock(database), config);
    const fixture = new TransferEngineFixture(
      sandbox,
      testDatabase.url,
      config,
      broker,
      engine,
      database,
      commands,
      testDatabase,
      service,
    );
    await fixture.observe();
    return fixture;
  }

  async close(): Promise<void> {
    await Promise.all([this.service, ...this.extra].map((service) => service.stop()));
    await this.engine.close();
    await this.database.close();
    await this.sandbox.close();
    await this.testDatabase.drop();
  }

  /** A second instance beside the first. */
  async startAnother(dispatch: Partial<DispatchConfig> = {}): Promise<void> {
    const config = { ...this.config, dispatch: { ...this.config.dispatch, ...dispatch } };
    this.extra.push(await startTransferEngine(config, runtime(this.broker)));
  }

  /** Leaves the first instance alone again. */
  async stopOthers(): Promise<void> {
    await Promise.all(this.extra.splice(0).map((service) => service.stop()));
  }

  async restart(dispatch: Partial<DispatchConfig> = {}): Promise<void> {
    await this.service.stop();
    const config = { ...this.config, dispatch: { ...this.config.dispatch, ...dispatch } };
    this.service = await startTransferEngine(config, runtime(this.broker));
  }

  /** Resolves once the service has taken the event. */
  async publish<C extends EventContract>(contract: C, key: number, payload: EventPayload<C>): Promise<void> {
    await this.engine.publish([message(contract, key, payload)]);
  }

  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = USER,
    idempotencyKey?: string,
  ): Promise<CommandResult<C>> {
    return this.commands.send(contract, payload, { caller, key: 1, idempotencyKey, timeoutMs: 20_000 });
  }

  async connect(caller: Caller = USER, accessToken = this.sandbox.credentials.budgeta.token) {
    const payload = { name: 'My budgets', credentials: { type: 'BUDGETA' as const, accessToken } };
    const { connectionId, resources } = await this.send(ConnectDestination, payload, caller);
    return { connectionId, budgetAccounts: budgetAccountsOf(resources) };
  }

  account(id = ACCOUNT_ID, userId = USER.userId, version = 1, currency = 'EUR'): Promise<void> {
    return this.publish(AccountUpsertedV1, id, {
      id,
      version,
      userId,
      createdAt: SAMPLE_TIME,
      updatedAt: SAMPLE_TIME,
      document: { ...sampleAccount, currency },
    });
  }

  /** An account, a connection, and a link between the account and a budget account. */
  async linked(overrides: LinkOverrides = {}, caller: Caller = USER, accessToken?: string) {
    await this.account(overrides.financialAccountId ?? ACCOUNT_ID, caller.userId);
    const { connectionId, budgetAccounts } = await this.connect(caller, accessToken);
    const { links } = await this.send(
      CreateTransferLinks,
      {
        links: [
          {
            financialAccountId: ACCOUNT_ID,
            destinationType: 'BUDGETA',
            destinationId: budgetAccounts[0]?.id ?? 0,
            transferStartDate: null,
            active: true,
            syncMode: 'TRANSACTIONS',
            onBookedChange: {},
            ...overrides,
          },
        ],
      },
      caller,
    );
    const [link] = links;
    if (!link) throw new Error('no link was made');
    return { link, connectionId, budgetAccounts };
  }

  shape(transactions: readonly ShapedTransaction[], accountId = ACCOUNT_ID): Promise<void> {
    return this.publish(TransactionShapedV1, accountId, {
      financialAccountId: accountId,
      userId: USER.userId,
      cause: 'INGESTED',
      transactions: [...transactions],
    });
  }

  /** The rows of the budget, deleted ones too, by date of writing. */
  async ledger(): Promise<LedgerRow[]> {
    const { accounts } = await this.control<{ accounts: { transactions: LedgerRow[] }[] }>(
      'GET',
      '/ledger/budgeta',
    );
    return accounts.flatMap(({ transactions }) => transactions);
  }

  async summary(): Promise<Record<string, number>> {
    return (await this.control<{ budgeta: Record<string, number> }>('GET', '/summary')).budgeta;
  }

  fault(fault: Record<string, unknown>): Promise<void> {
    return this.control('POST', '/faults', { target: 'budgeta', ...fault });
  }

  /** How many requests have met a fault. */
  async faultsMet(): Promise<number> {
    const faults = await this.control<{ applied: number }[]>('GET', '/faults');
    return faults.reduce((sum, { applied }) => sum + applied, 0);
  }

  /** What the sandbox's control server is asked for. */
  control<T = void>(method: string, path: string, body?: unknown): Promise<T> {
    return callControl<T>(this.sandbox, method, path, body);
  }

  /** Calls BUDGETA as the user would, by hand. */
  async byHand(
    method: string,
    path: string,
    body?: unknown,
    token = this.sandbox.credentials.budgeta.token,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.sandbox.budgetaUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    return (await response.json()) as Record<string, unknown>;
  }

  /** Waits until no transfer waits to be sent (now), none is on its way, and the events of it are out. */
  async idle(): Promise<void> {
    await eventually(async () => {
      const [row] = await this.database.query<{ waiting: number }>(
        `select (select count(*) from transfers where state = 'PENDING' and due_at < now() + interval '1 minute')
              + (select count(*) from dispatch_claims join dispatch_leases using (unit_id) where lease_until > now())
              + (select count(*) from outbox) as waiting`,
      );
      expect(row?.waiting).toBe(0);
    });
  }

  states(): Promise<
    { transactionId: number; state: string; operation: string | null; error: string | null }[]
  > {
    return this.database.query(
      `select transaction_id as "transactionId", state, operation, last_error as error from transfers
        order by transaction_id, id`,
    );
  }

  /** The published states of transfers, in order. */
  logged(): LogEntry[] {
    return this.published
      .filter(({ topic }) => topic === TransferLoggedV1.topic)
      .flatMap(({ payload }) => (payload as EventPayload<typeof TransferLoggedV1>).entries);
  }

  of<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.published
      .filter(({ topic }) => topic === contract.topic)
      .map(({ payload }) => payload as EventPayload<C>);
  }

  private async observe(): Promise<void> {
    const topics = EVENTS.filter(({ producer }) => producer === 'transfer-engine').map(({ topic }) => topic);
    await this.engine.consume({
      group: PROBE,
      topics,
      concurrency: 1,
      onBatch: async (batch) => {
        for (const { topic, value } of batch.messages) {
          this.published.push({ topic, payload: (JSON.parse(value) as { payload: unknown }).payload });
        }
        const last = batch.messages.at(-1);
        if (last) batch.resolve(last);
      },
    });
  }
}

/** The accounts that can be linked, among what a command answers with. */
export function budgetAccountsOf(resources: readonly DestinationResource[]) {
  return resources.flatMap((resource) =>
    resource.kind === 'BUDGET_ACCOUNT' && !resource.deleted
      ? [{ id: resource.id, name: resource.document.name, note: resource.document.note }]
      : [],
  );
}

/** A transaction as the rule engine shapes it for the links. */
export function shaped(
  id: number,
  linkIds: readonly number[],
  changes: Partial<Omit<ShapedTransaction, 'raw'>> & {
    document?: Partial<TransactionDocument>;
    output?: Partial<ShapedOutput>;
  } = {},
): ShapedTransaction {
  const { document = {}, output = {}, ...rest } = changes;
  return {
    id,
    shapedVersion: 1,
    rawVersion: 1,
    removed: false,
    createdAt: SAMPLE_TIME,
    updatedAt: SAMPLE_TIME,
    raw: { ...sampleTransaction, amount: `-${id}.50`, ...document },
    shaped: null,
    hash: `h${id}`,
    outputs: linkIds.map((transferLinkId) => ({
      transferLinkId,
      document: null,
      destinationFields: {},
      skip: false,
      hash: randomUUID(),
      ...output,
    })),
    ...rest,
  };
}

export function message<C extends EventContract>(
  contract: C,
  key: number,
  payload: EventPayload<C>,
): OutgoingMessage {
  const value = JSON.stringify({
    id: randomUUID(),
    type: contract.topic,
    version: contract.version,
    occurredAt: SAMPLE_TIME,
    payload,
  });
  return { topic: contract.topic, key: String(key), value, headers: {} };
}

function configFor(databaseUrl: string, sandbox: Sandbox, options: FixtureOptions): TransferEngineConfig {
  return {
    service: 'transfer-engine',
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
    destinations: {
      ...readConnectorConfigs(new EnvironmentReader({})),
      BUDGETA: {
        baseUrl: sandbox.budgetaUrl,
        pathSegment: 'plans',
        requestsPerHour: options.requestsPerHour ?? 100_000,
        requestTimeoutMs: 5000,
        application: sandbox.credentials.budgeta.application,
        oauthUrl: sandbox.budgetaOAuthUrl,
      },
      BUDGETB: {
        allowedNetworks: ['127.0.0.0/8'],
        processes: 2,
        idleMs: 60_000,
        requestTimeoutMs: 20_000,
        requestsPerMinute: 10_000,
        dataDir: path.join(tmpdir(), 'tributary-budgetb-tests'),
      },
      SHEETS: {
        baseUrl: sandbox.sheetsUrl,
        tokenUrl: `${sandbox.sheetsUrl}/token`,
        authorizeUrl: `${sandbox.sheetsUrl}/auth`,
        application: sandbox.credentials.sheetsApplication,
        requestsPerMinute: 100_000,
        requestTimeoutMs: 5000,
      },
      WORKSPACE: {
        baseUrl: sandbox.workspaceUrl,
        requestsPerSecond: 10_000,
        requestTimeoutMs: 5000,
        application: sandbox.credentials.workspace.application,
      },
    },
    dispatch: {
      rowsMax: 1000,
      lingerMs: 20,
      pollMs: 10,
      slots: 2,
      leaseMs: 10_000,
      attemptsMax: 8,
      backoffMs: 20,
      ...options.dispatch,
    },
  };
}

/** Each topic is kept for the service under test alone; what it publishes, for the probe. */
function declaredBroker(): InProcessBroker {
  const broker = new InProcessBroker();
  broker.declare([
    ...EVENTS.map(({ topic, producer, consumers }) => ({
      name: topic,
      partitions: 4,
      consumerGroups:
        producer === 'transfer-engine'
          ? [PROBE]
          : consumers.filter((service) => service === 'transfer-engine'),
    })),
    {
      name: commandTopic('transfer-engine'),
      partitions: 4,
      consumerGroups: [commandGroup('transfer-engine')],
    },
  ]);
  return broker;
}

function runtime(broker: InProcessBroker) {
  const level = process.env.LOG_LEVEL ?? 'silent';
  return { broker, logger: new ServiceLogger(createPino({ service: 'transfer-engine', level })) };
}
