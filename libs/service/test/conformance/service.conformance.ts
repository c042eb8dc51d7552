import {
  AttachRule,
  Caller,
  CommandPayload,
  commandTopic,
  CreateRule,
  ownerOf,
  Problem,
  RuleUpsertedV1,
  sampleTransaction,
  TransactionUpsertedV1,
} from '@tributary/contracts';
import {
  Batch,
  BusEngine,
  BusTransport,
  CommandClient,
  CommandTimeoutError,
  DatabaseClock,
  PostgresDeadLetters,
  ReceivedMessage,
  ReplyAddress,
  topicSpecs,
} from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { createServiceDatabase, eventually, onlyUrlOf, ServiceDatabase } from '@tributary/testing';
import { randomBytes, randomUUID } from 'node:crypto';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { PlatformConfig } from '../../src/platform.config';
import { commandClient, commandTrust } from '../../src/settings/command-keys';
import { Runtime } from '../../src/platform.module';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { LARGE_BYTES, TOY_SCHEMA, ToyModule } from './toy-service';

/** A bus for services and for what watches them. */
export interface SystemUnderTest {
  readonly config: Partial<PlatformConfig>;
  readonly runtime: Runtime;
  engine(): BusEngine;
}

const CALLER: Caller = ownerOf(1);

/** What a service on the platform can rely on, whichever engine carries the bus. */
export function serviceConformance(openSystem: () => Promise<SystemUnderTest>): void {
  const encryptionKey = randomBytes(32).toString('base64');
  let system: SystemUnderTest;
  let database: ServiceDatabase;
  let config: PlatformConfig;
  let services: RunningService[];
  let outside: BusEngine;
  let client: CommandClient;
  let rulesSeen: string[];

  beforeEach(async () => {
    system = await openSystem();
    database = await createServiceDatabase([TOY_SCHEMA]);
    config = {
      service: 'rule-engine',
      databaseUrl: onlyUrlOf(database),
      databasePoolSize: 10,
      kafkaBrokers: [],
      kafkaTopicPrefix: '',
      kafkaReplicationFactor: 1,
      partitions: 2,
      concurrency: 2,
      encryptionKey,
      port: 0,
      host: '127.0.0.1',
      ...system.config,
    };
    services = [];
    rulesSeen = [];
    outside = system.engine();
    await outside.ensureTopics(topicSpecs(2));
    for (const group of RuleUpsertedV1.consumers) {
      await outside.consume({
        group,
        topics: [RuleUpsertedV1.topic],
        concurrency: 2,
        onBatch: group === 'api-gateway' ? noteRules : take,
      });
    }
  });

  afterEach(async () => {
    await Promise.all(services.map((service) => service.stop()));
    await client?.close();
    await outside.close();
    await database.drop();
  });

  async function start(): Promise<RunningService> {
    const runtime = {
      logger: new ServiceLogger(pino({ level: process.env.LOG_LEVEL ?? 'silent' })),
      ...system.runtime,
    };
    const service = await startService({ config, module: ToyModule.register(config, runtime) });
    await service.joined;
    services.push(service);
    client = commandClient(outside, new DatabaseClock(service.app.get(Database)), config);
    await client.open();
    return service;
  }

  async function take(batch: Batch): Promise<void> {
    for (const message of batch.messages) batch.resolve(message);
  }

  async function noteRules(batch: Batch): Promise<void> {
    for (const message of batch.messages) {
      const { payload } = JSON.parse(message.value) as { payload: { document: { name: string } } };
      rulesSeen.push(payload.document.name);
      batch.resolve(message);
    }
  }

  function upserted(accountId: number, rows: { id: number; version: number; payee: string }[]) {
    return {
      topic: TransactionUpsertedV1.topic,
      key: String(accountId),
      headers: {},
      value: JSON.stringify({
        id: randomUUID(),
        type: TransactionUpsertedV1.topic,
        version: 1,
        occurredAt: new Date().toISOString(),
        payload: {
          financialAccountId: accountId,
          userId: 1,
          transactions: rows.map(({ id, version, payee }) => ({
            ...TransactionUpsertedV1.sample.transactions[0]!,
            id,
            version,
            document: { ...sampleTransaction, mapped_fields: { payee, date: null } },
          })),
        },
      }),
    };
  }

  function rule(name: string): CommandPayload<typeof CreateRule> {
    return {
      name,
      description: null,
      scope: 'ANY',
      enabled: true,
      trigger_on_any_condition: false,
      skip_other_rules_when_triggered: false,
      conditions: [],
      actions: [{ action_type: 'SET_FIELD', field_name: 'mapped_fields.payee', value: 'x' }],
    };
  }

  const stored = (service: RunningService) =>
    service.app
      .get(Database)
      .query<{ id: number; version: number; payee: string; taken: number }>(
        'select * from transactions order by id',
      );
  const commandsRun = (service: RunningService) =>
    service.app.get(Database).query<{ name: string }>('select name from commands_run order by name');

  it('stores a poisoned item as a dead letter, once and with its reason, and stores the other items', async () => {
    const service = await start();
    const rows = Array.from({ length: 20 }, (_, index) => ({ id: index + 1, version: 1, payee: 'Kahvila' }));
    rows[7]!.payee = 'POISON';
    await outside.publish([
      upserted(1, rows),
      { ...upserted(1, []), value: 'no JSON' },
      upserted(1, [{ id: 50, version: 1, payee: 'after' }]),
    ]);
    await eventually(async () => expect((await stored(service)).map(({ id }) => id)).toContain(50));
    expect((await stored(service)).map(({ id }) => id)).toEqual([
      ...rows.map(({ id }) => id).filter((id) => id !== 8),
      50,
    ]);
    const letters = await new PostgresDeadLetters(service.app.get(Database)).list();
    expect(letters.map(({ item, error }) => ({ item, error })).sort((a, b) => a.item - b.item)).toEqual([
      { item: -1, error: expect.stringContaining('not JSON') as string },
      { item: 7, error: 'Error: cannot take this' },
    ]);
  });

  it('replays a dead letter once its cause is fixed, and never over a newer version', async () => {
    const service = await start();
    const rows = [1, 2].map((id) => ({ id, version: 1, payee: 'POISON' }));
    await outside.publish([upserted(1, rows)]);
    const letters = new PostgresDeadLetters(service.app.get(Database));
    await eventually(async () => expect(await letters.list()).toHaveLength(2));
    await outside.publish([upserted(1, [{ id: 2, version: 2, payee: 'newer' }])]);
    await eventually(async () => expect(await stored(service)).toHaveLength(1));
    await service.app
      .get(Database)
      .execute(`update dead_letters set value = replace(value, 'POISON', 'mended')`);
    for (const { id } of await letters.list()) await service.app.get(BusTransport).replay(id);
    expect((await stored(service)).map(({ id, payee }) => ({ id, payee }))).toEqual([
      { id: 1, payee: 'mended' },
      { id: 2, payee: 'newer' },
    ]);
    expect(await letters.list()).toEqual([]);
  });

  it('runs and answers no command that the gateway did not sign', async () => {
    const service = await start();
    const { signing } = commandTrust(config);
    const others = commandTrust({ ...config, encryptionKey: randomBytes(32).toString('base64') }).signing;
    const replies: ReceivedMessage[] = [];
    const channel = await outside.openReplyChannel((reply) => replies.push(reply));
    const command = commandMessage(rule('forged'), channel.address);
    const caller = JSON.stringify(ownerOf(2));
    await outside.publish([
      command,
      { ...command, headers: others!.sign(command) },
      { ...command, headers: { ...signing!.sign(command), caller } },
    ]);
    await client.send(CreateRule, rule('signed'), { caller: CALLER, key: command.key });
    expect(await commandsRun(service)).toEqual([{ name: 'signed' }]);
    expect(replies).toEqual([]);
    await outside.publish([{ ...command, headers: signing!.sign(command) }]);
    await eventually(() => expect(replies).toHaveLength(1));
    await channel.close();
  });

  it('runs a command under its name, and under those of the commands that it replaced', async () => {
    const { signing } = commandTrust(config);
    await start();
    const replies: unknown[] = [];
    const channel = await outside.openReplyChannel(({ value }) => replies.push(JSON.parse(value)));
    const attach = { rule_id: 1, targets: { kind: 'link', ids: [2] } };
    const commands = [
      commandMessage(attach, channel.address, 'attach-rule'),
      commandMessage({ ruleId: 1, transferLinkId: 2 }, channel.address, 'attach-rule-to-transfer-link'),
    ];
    await outside.publish(commands.map((command) => ({ ...command, headers: signing!.sign(command) })));
    const refused = { ok: false, problem: { kind: 'not_found' } };
    await eventually(() => expect(replies).toEqual([refused, refused]));
    await channel.close();
  });

  function commandMessage(payload: unknown, reply: ReplyAddress, command = CreateRule.name) {
    return {
      topic: commandTopic('rule-engine'),
      key: '7',
      value: JSON.stringify(payload),
      headers: {
        command,
        'command-id': randomUUID(),
        'request-hash': 'hash',
        'correlation-id': randomUUID(),
        deadline: String(Date.now() + 3_600_000),
        caller: JSON.stringify(CALLER),
        'reply-topic': reply.topic,
        'reply-partition': String(reply.partition),
        'reply-instance': reply.instance,
      },
    };
  }

  it('applies an event that arrives three times once', async () => {
    const service = await start();
    const messages = [1, 2, 3].map((version) => upserted(1, [{ id: 1, version, payee: `v${version}` }]));
    for (let round = 0; round < 3; round += 1) await outside.publish(messages);
    await outside.publish([upserted(1, [{ id: 9, version: 1, payee: 'last' }])]);
    await eventually(async () => expect(await stored(service)).toHaveLength(2));
    expect((await stored(service))[0]).toMatchObject({ payee: 'v3', version: 3 });
  });

  it('answers a command, and its event arrives once at the others', async () => {
    await start();
    const answer = await client.send(CreateRule, rule('tidy'), { caller: CALLER, key: 1 });
    expect(answer.document.name).toBe('tidy');
    await eventually(() => expect(rulesSeen).toEqual(['tidy']));
  });

  it('answers a command with more than fits in a message of the brokers', async () => {
    await start();
    const answer = await client.send(CreateRule, rule('long'), { caller: CALLER, key: 1, timeoutMs: 20_000 });
    expect(answer.document.description).toHaveLength(LARGE_BYTES);
  });

  it('answers the commands behind one whose answer cannot be sent', async () => {
    await start();
    const options = { caller: CALLER, key: 1, timeoutMs: 20_000 };
    // Inside one process it can be; it is not lost either way.
    await client
      .send(CreateRule, rule('noise'), options)
      .catch((error: unknown) => expect(error).toMatchObject({ detail: { kind: 'failed' } }));
    const behind = await client.send(CreateRule, rule('behind'), options);
    expect(behind.document.name).toBe('behind');
  });

  it('returns a refusal as the problem that it is', async () => {
    await start();
    const refused = client.send(
      AttachRule,
      { rule_id: 1, targets: { kind: 'link', ids: [2] } },
      { caller: CALLER, key: 1 },
    );
    await expect(refused).rejects.toThrow(Problem);
    await expect(refused).rejects.toMatchObject({ detail: { kind: 'not_found' } });
  });

  it('rolls everything back when a command fails, and reveals no internals', async () => {
    const service = await start();
    const failed = client.send(CreateRule, rule('fails'), { caller: CALLER, key: 1 });
    await expect(failed).rejects.toMatchObject({ detail: { kind: 'failed' } });
    await client.send(CreateRule, rule('works'), { caller: CALLER, key: 1 });
    await eventually(() => expect(rulesSeen).toEqual(['works']));
    expect(await commandsRun(service)).toEqual([{ name: 'works' }]);
  });

  it('returns the first answer again for the same idempotency key, without running the command again', async () => {
    const service = await start();
    const options = { caller: CALLER, key: 1, idempotencyKey: 'abc' };
    const first = await client.send(CreateRule, rule('once'), options);
    expect(await client.send(CreateRule, rule('once'), options)).toEqual(first);
    await expect(client.send(CreateRule, rule('other'), options)).rejects.toMatchObject({
      detail: { kind: 'invalid' },
    });
    expect(await commandsRun(service)).toEqual([{ name: 'once' }]);
  });

  it('never runs a command whose deadline passed while the owner was down', async () => {
    const first = await start();
    await client.send(CreateRule, rule('before'), { caller: CALLER, key: 1 });
    await first.stop();
    services = [];
    const late = client.send(CreateRule, rule('too late'), { caller: CALLER, key: 1, timeoutMs: 700 });
    await expect(late).rejects.toThrow(CommandTimeoutError);
    await new Promise((resolve) => setTimeout(resolve, 400));
    const second = await start();
    await client.send(CreateRule, rule('in time'), { caller: CALLER, key: 1, timeoutMs: 20_000 });
    expect(await commandsRun(second)).toEqual([{ name: 'before' }, { name: 'in time' }]);
  });

  it('works with several instances, which migrate the schema together', async () => {
    const [one] = await Promise.all([start(), start()]);
    const accounts = Array.from({ length: 30 }, (_, index) => index + 1);
    await outside.publish(accounts.map((id) => upserted(id, [{ id, version: 1, payee: 'x' }])));
    await eventually(async () => expect(await stored(one)).toHaveLength(30));
    expect((await stored(one)).every(({ taken }) => taken === 1)).toBe(true);
  });

  it('keeps events in the outbox until the bus has accepted them, over a restart', async () => {
    const service = await start();
    await client.send(CreateRule, rule('first'), { caller: CALLER, key: 1 });
    await eventually(() => expect(rulesSeen).toEqual(['first']));
    await service.app.get(BusTransport).stopRelay();
    await client.send(CreateRule, rule('second'), { caller: CALLER, key: 1 });
    await service.stop();
    services = [];
    expect(rulesSeen).toEqual(['first']);
    const again = await start();
    await eventually(() => expect(rulesSeen).toEqual(['first', 'second']));
    await eventually(async () =>
      expect(await again.app.get(Database).query('select 1 from outbox')).toEqual([]),
    );
  });

  it('reports its health', async () => {
    const service = await start();
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await eventually(async () => expect((await fetch(`${service.url}/health/ready`)).status).toBe(200));
  });
}
