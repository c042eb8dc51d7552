import { startSandbox, type Sandbox, type Behaviour } from '@tributary/sandbox';
import {
  Caller,
  CommandPayload,
  CommandContract,
  commandGroup,
  CommandResult,
  commandTopic,
  CreateWebhookEndpoint,
  EventContract,
  EventPayload,
  EVENTS,
  WebhookEndpointUpsertedV1,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, DatabaseClock, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import {
  commandClient,
  createPino,
  PLATFORM_MIGRATIONS,
  RunningService,
  ServiceLogger,
} from '@tributary/service';
import { createServiceDatabase, ServiceDatabase, ServiceSchema } from '@tributary/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { MIGRATIONS } from '../src/migrations/migrations';
import { Retention } from '../src/deliveries/retention';
import { startWebhookDispatcher } from '../src/start-webhook-dispatcher';
import { WebhookDispatcherConfig } from '../src/webhook-dispatcher.config';

type Wanted = CommandPayload<typeof CreateWebhookEndpoint>;
export type Created = CommandResult<typeof CreateWebhookEndpoint>;
export type Upserted = EventPayload<typeof WebhookEndpointUpsertedV1>;

const SERVICE = 'webhook-dispatcher';
const SCHEMA = 'webhook_dispatcher';
/** With another service's, which the dispatcher may not see. */
const SCHEMAS: readonly ServiceSchema[] = [
  { schema: SCHEMA, migrations: [...PLATFORM_MIGRATIONS, ...MIGRATIONS] },
  { schema: 'rule_engine', migrations: [] },
];

/** What a sandbox hook was sent, each webhook id once. */
export interface HookLedger {
  readonly summary: {
    readonly deliveries: number;
    readonly unique_ids: number;
    readonly accepted_ids: number;
    readonly bad_signatures: number;
    readonly requests_in_retry_after: number;
    readonly types: Record<string, number>;
  };
  readonly deliveries: readonly {
    readonly webhook_id: string;
    readonly type: string;
    readonly account: string | null;
    readonly received: number;
    readonly transactions: readonly { readonly id: string; readonly removed: boolean }[];
  }[];
  readonly order_by_account: Record<string, string[]>;
  readonly created: Record<string, number>;
  readonly updated: Record<string, number>;
}

/** SQL: the body of delivery `d`. */
export const BODY = `(select '{"id":' || to_json(d.message_id) || ',' || substr(content, 2)
                        from delivery_contents where id = d.content_id)`;

/** The dispatcher on a database and a bus of its own, and a sandbox that receives. */
export class DispatcherFixture {
  /** What the service published about endpoints, oldest first. */
  readonly published: Upserted[] = [];
  /** All that it published: topic and payload, oldest first. */
  private readonly messages: { readonly topic: string; readonly payload: unknown }[] = [];

  private constructor(
    readonly sandbox: Sandbox,
    readonly database: ServiceDatabase,
    readonly roleUrl: string,
    readonly sql: Pool,
    readonly config: WebhookDispatcherConfig,
    private readonly broker: InProcessBroker,
    private readonly engine: InProcessEngine,
    private readonly commands: CommandClient,
    private readonly services: RunningService[],
  ) {}

  static async start(overrides: Partial<WebhookDispatcherConfig> = {}): Promise<DispatcherFixture> {
    const [sandbox, database] = await Promise.all([
      startSandbox({ accounts: 1 }),
      createServiceDatabase(SCHEMAS),
    ]);
    const roleUrl = database.urls.get(SCHEMA) ?? '';
    const config = { ...configOf(sandbox, roleUrl), ...overrides };
    const broker = new InProcessBroker();
    broker.declare(topicsOfTest());
    const service = await startWebhookDispatcher(config, { broker, logger: quietLogger() });
    const sql = new Pool({ connectionString: database.url, options: `-c search_path=${SCHEMA}` });
    const engine = new InProcessEngine(broker);
    const clock = new DatabaseClock({
      query: async <Row>(text: string) => (await sql.query(text)).rows as Row[],
    });
    const commands = commandClient(engine, clock, config);
    const fixture = new DispatcherFixture(sandbox, database, roleUrl, sql, config, broker, engine, commands, [
      service,
    ]);
    await fixture.observe();
    return fixture;
  }

  /** Publishes events as their owners would; resolves when the dispatcher has taken them. */
  async publish<C extends EventContract>(
    contract: C,
    messages: readonly {
      key: number;
      payload: EventPayload<C>;
      id?: string;
      headers?: Record<string, string>;
    }[],
  ): Promise<void> {
    await this.engine.publish(
      messages.map(({ key, payload, id = randomUUID(), headers = {} }) => ({
        topic: contract.topic,
        key: String(key),
        headers,
        value: JSON.stringify({
          id,
          type: contract.topic,
          version: contract.version,
          occurredAt: '2026-03-02T06:10:00.000Z',
          payload,
        }),
      })),
    );
  }

  /** What it published last about an endpoint: results of others may follow. */
  lastPublished(id: number): Upserted | undefined {
    return this.published.findLast((one) => one.id === id);
  }

  /** What the service published of one kind, oldest first. */
  events<C extends EventContract>({ topic }: C): EventPayload<C>[] {
    return this.messages
      .filter((one) => one.topic === topic)
      .map(({ payload }) => payload as EventPayload<C>);
  }

  send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = ownerOf(1),
  ): Promise<CommandResult<C>> {
    return this.commands.send(contract, payload, { caller, key: randomUUID() });
  }

  create(
    wanted: Partial<Wanted>,
    caller: Caller = ownerOf(1),
    idempotencyKey?: string,
    key: string = String(caller.userId),
  ): Promise<Created> {
    return this.commands.send(
      CreateWebhookEndpoint,
      {
        url: `${this.sandbox.receiverUrl}/hooks/unregistered`,
        description: null,
        enabled: true,
        events: ['transactions.created', 'transactions.updated'],
        financialAccountIds: null,
        type: 'WEBHOOK',
        payloadVersion: 'v2',
        omitSensitiveIdentifiers: false,
        endpointLimit: 1000,
        ...wanted,
      },
      { caller, key, idempotencyKey },
    );
  }

  /** Under a key of its own: commands of one key take turns before they reach the handler. */
  createInParallel(wanted: Partial<Wanted>, caller: Caller): Promise<Created> {
    return this.create(wanted, caller, undefined, randomUUID());
  }

  /** An endpoint at a hook of the sandbox, which knows its secret. @param of a user with all rights, or a caller */
  async hook(name: string, of: number | Caller, wanted: Partial<Wanted> = {}): Promise<Created> {
    const url = `${this.sandbox.receiverUrl}/hooks/${name}`;
    const created = await this.create({ url, ...wanted }, typeof of === 'number' ? ownerOf(of) : of);
    await this.control('PUT', `/receiver/${name}`, { secret: created.secret });
    return created;
  }

  async behave(name: string, behaviour: Behaviour): Promise<void> {
    await this.control('PUT', `/receiver/${name}`, { behaviour });
  }

  async ledger(name: string): Promise<HookLedger> {
    return (await (await this.control('GET', `/ledger/receiver/${name}`)).json()) as HookLedger;
  }

  async control(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(`${this.sandbox.controlUrl}${path}`, {
      method,
      headers: body ? { 'content-type': 'application/json' } : {},
      body: body && JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path} answered ${response.status}`);
    return response;
  }

  async rows<Row>(text: string, parameters: unknown[] = []): Promise<Row[]> {
    return (await this.sql.query(text, parameters)).rows as Row[];
  }

  /** As if the time of every waiting retry had come. */
  async skipBackoff(): Promise<void> {
    await this.sql.query(`update deliveries set next_attempt_at = now() where status = 'PENDING'`);
    await this.sql.query(`update sending_states set paused_until = '-infinity'`);
  }

  /** As if so much time went by: all that happened to the endpoint is so much longer ago. */
  async letPass(endpointId: number, seconds: number): Promise<void> {
    const by = `make_interval(secs => $2)`;
    await this.sql.query(
      `with attempts as (
         update delivery_attempts set attempted_at = attempted_at - ${by}
          where delivery_id in (select id from deliveries where endpoint_id = $1)),
       states as (
         update sending_states set failing_since = failing_since - ${by}, last_attempt_at = last_attempt_at - ${by},
                last_success_at = last_success_at - ${by}, paused_until = paused_until - ${by}
          where endpoint_id = $1)
       update deliveries set next_attempt_at = next_attempt_at - ${by}, created_at = created_at - ${by}
        where endpoint_id = $1`,
      [endpointId, seconds],
    );
  }

  /** As a restart of the server does it. */
  async cutDatabaseConnections(): Promise<void> {
    await this.sql.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where usename = $1 and datname = current_database()',
      [SCHEMA],
    );
  }

  /** Retention at once, until there is nothing more to forget. */
  async prune(): Promise<void> {
    const retention = this.services[0]?.app.get(Retention);
    while (await retention?.round());
  }

  /** One more instance of the service, on the same database and bus. */
  async startAnother(): Promise<RunningService> {
    const another = await startWebhookDispatcher(this.config, {
      broker: this.broker,
      logger: quietLogger(),
    });
    this.services.push(another);
    return another;
  }

  async close(): Promise<void> {
    await Promise.all(this.services.map((service) => service.stop()));
    await this.commands.close();
    await this.engine.close();
    await this.sql.end();
    await this.sandbox.close();
    await this.database.drop();
  }

  private async observe(): Promise<void> {
    await this.engine.consume({
      group: 'observer',
      topics: EVENTS.filter(({ producer }) => producer === SERVICE).map(({ topic }) => topic),
      concurrency: 1,
      onBatch: async (batch) => {
        for (const message of batch.messages) {
          const { payload } = JSON.parse(message.value) as { payload: unknown };
          this.messages.push({ topic: message.topic, payload });
          if (message.topic === WebhookEndpointUpsertedV1.topic) this.published.push(payload as Upserted);
          batch.resolve(message);
        }
      },
    });
  }
}

function topicsOfTest() {
  const events = EVENTS.map((event) => ({
    name: event.topic,
    partitions: 4,
    consumerGroups: [
      ...event.consumers.filter((consumer) => consumer === SERVICE),
      ...(event.producer === SERVICE ? ['observer'] : []),
    ],
  }));
  return [...events, { name: commandTopic(SERVICE), partitions: 4, consumerGroups: [commandGroup(SERVICE)] }];
}

function configOf(sandbox: Sandbox, databaseUrl: string): WebhookDispatcherConfig {
  return {
    service: SERVICE,
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
    allowedNetworks: ['127.0.0.0/8'],
    extraCa: sandbox.caCertificate,
    timeoutMs: 15_000,
    concurrencyPerEndpoint: 16,
    endpointsAtOnce: 100,
    retentionDays: 30,
  };
}

function quietLogger(): ServiceLogger {
  return new ServiceLogger(createPino({ service: SERVICE, level: process.env.LOG_LEVEL ?? 'silent' }));
}
