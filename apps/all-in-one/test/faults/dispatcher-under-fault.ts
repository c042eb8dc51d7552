import {
  CreateWebhookEndpoint,
  EventPayload,
  sampleTransaction,
  SAMPLE_TIME,
  topics,
  TransactionShapedV1,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, DatabaseClock, KafkaEngine } from '@tributary/messaging';
import { provisionSchemas } from '@tributary/persistence';
import { Behaviour, callControl, Sandbox, startSandbox } from '@tributary/sandbox';
import { commandClient } from '@tributary/service';
import {
  createTestDatabase,
  TestDatabase,
  testKafka,
  uniquePrefix,
  workspaceRoot,
  ROLE_PASSWORD,
} from '@tributary/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Pool } from 'pg';
import type { FaultSettings } from './fault-settings';
import { ServiceUnderFault } from './service-under-fault';

const SCHEMA = 'webhook_dispatcher';
const PARTITIONS = 4;
const USER = 1;

/** The requests that a hook of the sandbox received. */
export interface HookLedger {
  readonly summary: {
    readonly deliveries: number;
    readonly unique_ids: number;
    readonly accepted_ids: number;
    readonly bad_signatures: number;
  };
  readonly deliveries: readonly { readonly webhook_id: string; readonly received: number }[];
  /** Ids in the order of their first arrival. */
  readonly order_by_account: Readonly<Record<string, string[]>>;
}

/** The dispatcher as a process with its own Kafka and database, which can be killed while events arrive. */
export class DispatcherUnderFault {
  private constructor(
    readonly process: ServiceUnderFault,
    private readonly sandbox: Sandbox,
    private readonly database: TestDatabase,
    private readonly sql: Pool,
    private readonly engine: KafkaEngine,
    private readonly commands: CommandClient,
  ) {}

  static async start({ build, overrides }: FaultSettings): Promise<DispatcherUnderFault> {
    const [sandbox, database, brokers] = await Promise.all([
      startSandbox({ accounts: 1 }),
      createTestDatabase('dispatcher_faults'),
      testKafka(),
    ]);
    const urls = await provisionSchemas(database.url, [{ schema: SCHEMA, password: ROLE_PASSWORD }]);
    const [prefix, key] = [uniquePrefix('dispatcher'), randomBytes(32).toString('base64')];
    const logs = path.join(workspaceRoot(), '.data', 'faults');
    mkdirSync(logs, { recursive: true });
    const process = new ServiceUnderFault({
      service: 'webhook-dispatcher',
      build,
      environment: {
        ...overrides,
        DATABASE_URL: urls.get(SCHEMA) ?? '',
        ENCRYPTION_KEY: key,
        HOST: '127.0.0.1',
        KAFKA_BROKERS: brokers,
        KAFKA_TOPIC_PREFIX: prefix,
        BUS_PARTITIONS: String(PARTITIONS),
        WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
        WEBHOOK_CA_PEM: sandbox.caCertificate,
      },
      logFile: path.join(logs, 'dispatcher.log'),
    });
    const sql = new Pool({ connectionString: database.url, options: `-c search_path=${SCHEMA}` });
    const engine = new KafkaEngine({ brokers: brokers.split(','), clientId: 'dispatcher-faults', prefix });
    await engine.ensureTopics(topics().map((topic) => ({ ...topic, partitions: PARTITIONS })));
    const clock = new DatabaseClock({
      query: async <Row>(text: string) => (await sql.query(text)).rows as Row[],
    });
    const commands = commandClient(engine, clock, { service: 'webhook-dispatcher', encryptionKey: key });
    await process.start();
    return new DispatcherUnderFault(process, sandbox, database, sql, engine, commands);
  }

  /**
   * Creates an endpoint at a hook of the sandbox, which has its secret.
   * @returns its id
   */
  async hook(name: string): Promise<number> {
    const { endpoint, secret } = await this.commands.send(
      CreateWebhookEndpoint,
      {
        url: `${this.sandbox.receiverUrl}/hooks/${name}`,
        description: null,
        enabled: true,
        events: ['transactions.created', 'transactions.updated'],
        financial_accounts: null,
        type: 'WEBHOOK',
        payload_version: 'v2',
        omit_sensitive_identifiers: false,
        endpoint_limit: 10,
      },
      { caller: ownerOf(USER), key: USER, timeoutMs: 30_000 },
    );
    await callControl(this.sandbox, 'PUT', `/receiver/${name}`, { secret });
    return endpoint.id;
  }

  async behave(name: string, behaviour: Behaviour): Promise<void> {
    await callControl(this.sandbox, 'PUT', `/receiver/${name}`, { behaviour });
  }

  /** Publishes one event for each of these versions of transactions, in this order. */
  async publish(
    items: readonly { accountId: number; transactionId: number; version: number }[],
  ): Promise<void> {
    await this.engine.publish(
      items.map(({ accountId, transactionId, version }) => ({
        topic: TransactionShapedV1.topic,
        key: String(accountId),
        headers: {},
        value: JSON.stringify({
          id: randomUUID(),
          type: TransactionShapedV1.topic,
          version: TransactionShapedV1.version,
          occurredAt: SAMPLE_TIME,
          payload: shapedEvent(accountId, transactionId, version),
        }),
      })),
    );
  }

  /** Makes every retry due. */
  async skipBackoff(): Promise<void> {
    await this.sql.query(
      `update deliveries set next_attempt_at = now() where status = 'PENDING' and attempts > 0 and next_attempt_at > now()`,
    );
  }

  /** Returns the number of an endpoint's deliveries in each state. */
  async states(endpointId: number): Promise<Record<string, number>> {
    const { rows } = await this.sql.query<{ status: string; count: number }>(
      'select status, count(*)::int as count from deliveries where endpoint_id = $1 group by 1',
      [endpointId],
    );
    return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  }

  /** Returns the ids of an endpoint's deliveries, by account, in the order in which they were created. */
  async laidDown(endpointId: number): Promise<Record<string, string[]>> {
    const { rows } = await this.sql.query<{ lane: string; ids: string[] }>(
      'select lane, array_agg(message_id order by id) as ids from deliveries where endpoint_id = $1 group by lane',
      [endpointId],
    );
    return Object.fromEntries(rows.map(({ lane, ids }) => [lane.replace('account:', ''), ids]));
  }

  async ledger(name: string): Promise<HookLedger> {
    return callControl<HookLedger>(this.sandbox, 'GET', `/ledger/receiver/${name}`);
  }

  async stop(): Promise<void> {
    await this.process.kill();
    await this.commands.close();
    await this.engine.close();
    await this.sql.end();
    await this.sandbox.close();
    await this.database.drop();
  }
}

function shapedEvent(
  financialAccountId: number,
  id: number,
  version: number,
): EventPayload<typeof TransactionShapedV1> {
  const raw = { ...sampleTransaction, amount: `-${version}.00` };
  return {
    financialAccountId,
    userId: USER,
    cause: 'INGESTED',
    transactions: [
      {
        id,
        shapedVersion: version,
        rawVersion: version,
        removed: false,
        createdAt: SAMPLE_TIME,
        updatedAt: SAMPLE_TIME,
        raw,
        shaped: null,
        hash: raw.amount,
        outputs: [],
      },
    ],
  };
}
