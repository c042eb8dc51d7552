import {
  AttachRuleToAccounts,
  Caller,
  CommandContract,
  CommandPayload,
  commandGroup,
  CommandResult,
  CreateRule,
  EventContract,
  EventPayload,
  RuleApplicationUpsertedV1,
  RuleDeletedV1,
  LinkHistoryShapedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  topics,
  TransactionShapedV1,
  ownerOf,
} from '@tributary/contracts';
import { CommandClient, DatabaseClock, InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import {
  commandClient,
  createPino,
  Environment,
  PLATFORM_MIGRATIONS,
  EnvironmentReader,
  RunningService,
  ServiceLogger,
} from '@tributary/service';
import { createServiceDatabase, eventually, ServiceDatabase, ServiceSchema } from '@tributary/testing';
import { randomUUID } from 'node:crypto';
import { MIGRATIONS, readRuleEngineConfig, RuleEngineConfig, startRuleEngine } from '../src';

const OBSERVED: readonly EventContract[] = [
  LinkHistoryShapedV1,
  TransactionShapedV1,
  RuleLoggedV1,
  RuleUpsertedV1,
  RuleDeletedV1,
  RuleApplicationUpsertedV1,
];
/** With another service's, which the rule engine may not see. */
const SCHEMAS: readonly ServiceSchema[] = [
  { schema: 'rule_engine', migrations: [...PLATFORM_MIGRATIONS, ...MIGRATIONS] },
  { schema: 'transfer_engine', migrations: [] },
];
const ENCRYPTION_KEY = Buffer.alloc(32, 7).toString('base64');

/** The rule engine on a real Postgres and a bus of its own: feeds it events and commands, keeps what it says. */
export class RuleEngineHarness {
  readonly published: { topic: string; payload: unknown; headers: Readonly<Record<string, string>> }[] = [];
  private service: RunningService | null = null;

  private constructor(
    readonly testDatabase: ServiceDatabase,
    readonly database: Database,
    private readonly config: RuleEngineConfig,
    private readonly broker: InProcessBroker,
    private readonly engine: InProcessEngine,
    private readonly commands: CommandClient,
  ) {}

  /** @param environment settings beside those of every test */
  static async start(environment: Environment = {}): Promise<RuleEngineHarness> {
    const testDatabase = await createServiceDatabase(SCHEMAS);
    const config = configFor(testDatabase.urls.get('rule_engine') ?? '', environment);
    const broker = new InProcessBroker();
    broker.declare(
      topics().map((topic) => ({ ...topic, partitions: 2, consumerGroups: groupsOf(topic.name) })),
    );
    const engine = new InProcessEngine(broker);
    const database = await Database.open({ url: config.databaseUrl, schema: 'rule_engine', migrations: [] });
    const commands = commandClient(engine, new DatabaseClock(database), config);
    const harness = new RuleEngineHarness(testDatabase, database, config, broker, engine, commands);
    await harness.observe();
    await harness.startService();
    return harness;
  }

  async startService(): Promise<void> {
    this.service = await this.startAnother();
  }

  /** An instance beside others, on the same database and bus; whoever starts it stops it. */
  startAnother(): Promise<RunningService> {
    const logger = new ServiceLogger(
      createPino({ service: 'rule-engine', level: process.env.LOG_LEVEL ?? 'silent' }),
    );
    return startRuleEngine(this.config, { broker: this.broker, logger });
  }

  async stopService(): Promise<void> {
    await this.service?.stop();
    this.service = null;
  }

  async stop(): Promise<void> {
    await this.stopService();
    await this.commands.close();
    await this.engine.close();
    await this.database.close();
    await this.testDatabase.drop();
  }

  /** Sends events; resolves once the rule engine has taken them. */
  async feed<C extends EventContract>(contract: C, ...payloads: EventPayload<C>[]): Promise<void> {
    await this.engine.publish(
      payloads.map((payload) => ({
        topic: contract.topic,
        key: keyOf(payload),
        value: JSON.stringify({
          id: randomUUID(),
          type: contract.topic,
          version: contract.version,
          occurredAt: '2026-03-02T07:00:00.000Z',
          payload,
        }),
        headers: {},
      })),
    );
  }

  async send<C extends CommandContract>(
    contract: C,
    payload: CommandPayload<C>,
    caller: Caller = ownerOf(1),
  ): Promise<CommandResult<C>> {
    // A machine that is busy starts threads slowly: the limit only bounds a failing test.
    return this.commands.send(contract, payload, { caller, key: randomUUID(), timeoutMs: 25_000 });
  }

  /** Waits until all that was written has been published and every job is done, and returns one topic's payloads. */
  async publishedOf<C extends EventContract>(contract: C): Promise<EventPayload<C>[]> {
    await this.settled();
    return this.published
      .filter(({ topic }) => topic === contract.topic)
      .map(({ payload }) => payload as EventPayload<C>);
  }

  /** Forgets what was published; what was written before is published first, so none of it comes later. */
  async forgetPublished(): Promise<void> {
    await this.settled();
    this.published.length = 0;
  }

  /** Waits until all that was written has been published and every job is done. */
  private async settled(): Promise<void> {
    await eventually(async () => {
      const [row] = await this.database.query<{ open: number }>(
        `select (select count(*) from outbox)
              + (select count(*) from jobs where finished_at is null) as open`,
      );
      expect(row?.open).toBe(0);
    });
  }

  /** A rule with one action and no condition, attached to the accounts. */
  async attachedRule(
    accountIds: number[],
    action: CommandPayload<typeof CreateRule>['actions'][number],
    caller: Caller = ownerOf(1),
  ): Promise<number> {
    const { id } = await this.send(CreateRule, newRule({ actions: [action] }), caller);
    await this.send(AttachRuleToAccounts, { ruleId: id, financialAccountIds: accountIds }, caller);
    return id;
  }

  private async observe(): Promise<void> {
    await this.engine.consume({
      group: 'probe',
      topics: OBSERVED.map(({ topic }) => topic),
      concurrency: 1,
      onBatch: async (batch) => {
        for (const { topic, value, headers } of batch.messages) {
          const { payload } = JSON.parse(value) as { payload: unknown };
          this.published.push({ topic, payload, headers });
        }
        const last = batch.messages.at(-1);
        if (last) batch.resolve(last);
      },
    });
  }
}

/** A rule for everything, but for what the test says. */
export function newRule(
  members: Partial<CommandPayload<typeof CreateRule>>,
): CommandPayload<typeof CreateRule> {
  return {
    name: 'A rule',
    description: null,
    scope: 'ANY',
    enabled: true,
    triggerOnAnyCondition: false,
    skipOtherRulesWhenTriggered: false,
    conditions: [],
    actions: [{ actionType: 'SET_FIELD', fieldName: 'mapped_fields.payee', value: 'Shaped' }],
    ...members,
  };
}

function groupsOf(topic: string): string[] {
  if (topic === 'rule-engine.commands') return [commandGroup('rule-engine')];
  if (OBSERVED.some((contract) => contract.topic === topic)) return ['probe'];
  return ['rule-engine'];
}

/** What belongs to an account is keyed by it. */
function keyOf(payload: unknown): string {
  const { financialAccountId, id, document } = payload as {
    financialAccountId?: number;
    id?: number;
    document?: { financial_account_id?: number };
  };
  return String(financialAccountId ?? document?.financial_account_id ?? id);
}

function configFor(databaseUrl: string, environment: Environment): RuleEngineConfig {
  const platform = {
    service: 'rule-engine' as const,
    databaseUrl,
    databasePoolSize: 6,
    kafkaBrokers: [],
    kafkaTopicPrefix: '',
    kafkaReplicationFactor: 1,
    partitions: 2,
    concurrency: 2,
    encryptionKey: ENCRYPTION_KEY,
    port: 0,
    host: '127.0.0.1',
  };
  return readRuleEngineConfig(platform, new EnvironmentReader({ RESHAPE_IDLE_MS: '20', ...environment }));
}
