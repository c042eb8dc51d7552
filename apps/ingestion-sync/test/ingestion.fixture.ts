import { context } from '@opentelemetry/api';
import {
  ActivateConnection,
  Caller,
  CommandContract,
  CommandPayload,
  CommandResult,
  CreateConnection,
  EventContract,
  EventPayload,
  topics,
  ownerOf,
} from '@tributary/contracts';
import {
  CommandClient,
  InProcessBroker,
  InProcessEngine,
  readEvent,
  ReceivedEvent,
} from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { startSandbox, type Sandbox } from '@tributary/sandbox';
import { RunningService, ServiceLogger, createPino } from '@tributary/service';
import { createServiceDatabase, eventually, onlyUrlOf, ServiceDatabase } from '@tributary/testing';
import { Client } from 'pg';
import { IngestionSyncConfig, startIngestionSync, SYNC_DEFAULTS } from '../src/index';
import { AccountProvider } from '../src/providers/provider.port';
import { INGESTION_SCHEMA } from './ingestion-schema';
import { seeOnlyRowsOf } from './own-rows';

export type SandboxOptions = NonNullable<Parameters<typeof startSandbox>[0]>;
type Overrides = Partial<Omit<IngestionSyncConfig, 'sync'>> & { sync?: Partial<IngestionSyncConfig['sync']> };

export const CALLER: Caller = ownerOf(7);
export const FIXTURE_KEY = Buffer.alloc(32, 7).toString('base64');
/** A bank of this size is there at once; the whole takes a second to read. */
const BANK_ACCOUNTS = 20;
const REDIRECT = 'https://client.example/callback';

/** ingestion-sync on a database of its own, with the sandbox as its provider and an ear on all it publishes. */
export class IngestionFixture {
  readonly received: ReceivedEvent[] = [];
  private readonly instances: RunningService[] = [];
  private readonly broker = new InProcessBroker();
  readonly sql: Client;
  /** Who sends the test's commands. */
  caller: Caller = CALLER;
  /** Whose events alone the test sees; null: everybody's. */
  private onlyUser: number | null = null;

  private constructor(
    readonly sandbox: Sandbox,
    private readonly ownDatabase: ServiceDatabase,
    readonly databaseUrl: string,
    private readonly overrides: Overrides,
    private readonly further: () => readonly AccountProvider[],
  ) {
    this.sql = new Client({ connectionString: databaseUrl });
  }

  static async start(
    sandboxOptions: SandboxOptions = {},
    overrides: Overrides | ((sandbox: Sandbox) => Overrides) = {},
    /** Providers of the test's own, made again for each instance. */
    further: () => readonly AccountProvider[] = () => [],
  ): Promise<IngestionFixture> {
    const sandbox = await startSandbox({ accounts: BANK_ACCOUNTS, ...sandboxOptions });
    const own = typeof overrides === 'function' ? overrides(sandbox) : overrides;
    const database = await createServiceDatabase([INGESTION_SCHEMA]);
    const fixture = new IngestionFixture(sandbox, database, onlyUrlOf(database), own, further);
    await fixture.listen();
    await fixture.startInstance();
    await fixture.sql.connect();
    return fixture;
  }

  /** Starts (another) instance on the same database and bus. */
  async startInstance(overrides: Overrides = {}): Promise<RunningService> {
    const logger = new ServiceLogger(
      createPino({ service: 'test', level: process.env.LOG_LEVEL ?? 'silent' }),
    );
    const running = await startIngestionSync(
      this.config(overrides),
      { broker: this.broker, logger },
      this.further(),
    );
    this.instances.push(running);
    return running;
  }

  async stopInstance(): Promise<void> {
    await this.instances.pop()?.stop();
  }

  /** The first instance that runs. */
  get instance(): RunningService {
    const [instance] = this.instances;
    if (!instance) throw new Error('no instance runs');
    return instance;
  }

  /** The service's own access to its schema. */
  get database(): Database {
    return this.instance.app.get(Database);
  }

  /**
   * For a suite whose tests share the service, before each of them: another user, whose rows and events are all that
   * the test sees, and a sandbox as at its start. What the user before had is synced no more.
   */
  async nextUser(): Promise<void> {
    await this.rows('update connections set enabled = false');
    await eventually(async () => {
      expect(await this.rows('select id from financial_accounts where lease_until > now()')).toEqual([]);
    });
    await this.control('POST', '/reset');
    this.caller = ownerOf(this.caller.userId + 10);
    this.onlyUser = this.caller.userId;
    await seeOnlyRowsOf(this.onlyUser, this.sql);
  }

  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = this.caller,
  ): Promise<CommandResult<C>> {
    const client = this.instance.app.get(CommandClient);
    return client.send(contract, payload, { caller, key: 1, timeoutMs: 20_000 });
  }

  /** Makes a connection, gives the consent at the bank's page, and activates it. */
  async connect(
    institution: string,
    accountConfig: CommandPayload<typeof CreateConnection>['accountConfig'] = {},
  ): Promise<CommandResult<typeof ActivateConnection>> {
    const { connection, link } = await this.create(institution, accountConfig);
    await fetch(link, { redirect: 'manual' });
    return this.send(ActivateConnection, { connectionId: connection.id, browserConfirmed: true });
  }

  create(
    institution: string,
    accountConfig: CommandPayload<typeof CreateConnection>['accountConfig'] = {},
    route: { redirectUrl: string; callbackUrl?: string } = { redirectUrl: REDIRECT },
  ): Promise<CommandResult<typeof CreateConnection>> {
    return this.send(CreateConnection, {
      provider: 'PROVIDER_A',
      institutionExternalId: institution,
      reference: null,
      ...route,
      accountConfig,
    });
  }

  async control(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.sandbox.controlUrl}${path}`, {
      method,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`control answered ${response.status}: ${text}`);
    return text === '' ? null : (JSON.parse(text) as unknown);
  }

  fault(fault: object): Promise<unknown> {
    return this.control('POST', '/faults', { target: 'provider-a', ...fault });
  }

  async rows<Row>(sql: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query(sql, parameters)).rows as Row[];
  }

  /** Waits until no account is due or being synced. */
  async settled(): Promise<void> {
    await eventually(
      async () => {
        const [row] = await this.rows<{ busy: number; published: number }>(
          `select (select count(*)::int from financial_accounts
                    where lease_until > now() or next_sync_at <= now() + interval '100 milliseconds') as busy,
                  (select count(*)::int from outbox) as published`,
        );
        expect(row).toEqual({ busy: 0, published: 0 });
      },
      // A bank of many small pages takes thousands of requests, and the machine may have other work.
      { timeoutMs: 60_000 },
    );
  }

  events<C extends EventContract>(contract: C): EventPayload<C>[] {
    return this.received
      .filter((event) => event.contract.topic === contract.topic && this.isVisible(event))
      .map((event) => event.payload as EventPayload<C>);
  }

  /** Events of nobody are everybody's. */
  private isVisible({ payload }: ReceivedEvent): boolean {
    const { userId = null } = payload as { userId?: number };
    return this.onlyUser === null || userId === null || userId === this.onlyUser;
  }

  async close(): Promise<void> {
    for (const instance of this.instances) await instance.stop();
    await this.sql.end();
    await this.sandbox.close();
    await this.ownDatabase.drop();
  }

  private async listen(): Promise<void> {
    const all = topics().map(({ name, consumerGroups }) => ({
      name,
      partitions: 4,
      consumerGroups: name.endsWith('.commands') ? consumerGroups : ['probe'],
    }));
    this.broker.declare(all);
    const engine = new InProcessEngine(this.broker);
    await engine.consume({
      group: 'probe',
      topics: all.map(({ name }) => name).filter((name) => !name.endsWith('.commands')),
      concurrency: 4,
      onBatch: async (batch) => {
        this.received.push(...batch.messages.map((message) => readEvent(message, context.active())));
        const last = batch.messages.at(-1);
        if (last) batch.resolve(last);
      },
    });
  }

  private config(overrides: Overrides): IngestionSyncConfig {
    const { secretId, secretKey } = this.sandbox.credentials.providerA;
    const { clientId, consumerKey, kind } = this.sandbox.credentials.providerC;
    return {
      service: 'ingestion-sync',
      databaseUrl: this.databaseUrl,
      databasePoolSize: 5,
      kafkaBrokers: [],
      kafkaTopicPrefix: '',
      kafkaReplicationFactor: 1,
      partitions: 4,
      concurrency: 3,
      encryptionKey: FIXTURE_KEY,
      port: 0,
      host: '127.0.0.1',
      maxHistoricalDays: 540,
      institutionsEveryHours: 0,
      ...this.overrides,
      ...overrides,
      providers: {
        PROVIDER_A: {
          baseUrl: this.sandbox.providerAUrl,
          secretId,
          secretKey,
          connections: 16,
          timeoutMs: 5000,
        },
        PROVIDER_C: {
          baseUrl: this.sandbox.providerCUrl,
          clientId,
          consumerKey,
          keyKind: kind,
          connections: 8,
          timeoutMs: 5000,
        },
        ...this.overrides.providers,
        ...overrides.providers,
      },
      sync: {
        ...SYNC_DEFAULTS,
        idleMs: 50,
        callRetryMs: 5,
        consentWatchMs: 50,
        ...this.overrides.sync,
        ...overrides.sync,
      },
    };
  }
}
