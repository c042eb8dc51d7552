import { metrics } from '@opentelemetry/api';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { commandTopic, CreateRule, ownerOf } from '@tributary/contracts';
import { InProcessBroker, InProcessEngine } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import {
  createTestDatabase,
  describeKafka,
  eventually,
  testKafka,
  TestDatabase,
  uniquePrefix,
  ROLE_PASSWORD,
} from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { PlatformConfig } from '../../src/platform.config';
import { Runtime } from '../../src/platform.module';
import { startService } from '../../src/lifecycle/run-service';
import { ToyModule } from './toy-service';

jest.setTimeout(60_000);

let database: TestDatabase;
let exporter: InMemoryMetricExporter;
let provider: MeterProvider;

beforeAll(async () => {
  database = await createTestDatabase();
  exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 3_600_000 });
  provider = new MeterProvider({ readers: [reader] });
  metrics.setGlobalMeterProvider(provider);
});
afterAll(async () => {
  await provider.shutdown();
  metrics.disable();
  await database.drop();
});

async function start(runtime: Runtime, changes: Partial<PlatformConfig> = {}) {
  const urls = await provisionSchemas(database.url, [{ schema: 'rule_engine', password: ROLE_PASSWORD }]);
  const config: PlatformConfig = {
    service: 'rule-engine',
    databaseUrl: urls.get('rule_engine') ?? '',
    databasePoolSize: 4,
    kafkaBrokers: [],
    kafkaTopicPrefix: '',
    kafkaReplicationFactor: 1,
    partitions: 1,
    concurrency: 1,
    encryptionKey: randomBytes(32).toString('base64'),
    port: 0,
    host: '127.0.0.1',
    ...changes,
  };
  const logger = new ServiceLogger(pino({ level: 'silent' }));
  const service = await startService({ config, module: ToyModule.register(config, { logger, ...runtime }) });
  await service.joined;
  return service;
}

/** What would be sent now: `name{label=value,…}` and its value. */
async function collected(): Promise<Map<string, unknown>> {
  exporter.reset();
  await provider.forceFlush();
  const all = exporter
    .getMetrics()
    .flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return new Map(
    all.flatMap(({ descriptor, dataPoints }) =>
      dataPoints.map(({ attributes, value }): [string, unknown] => [
        `${descriptor.name}{${Object.entries(attributes)
          .map(([label, of]) => `${label}=${String(of)}`)
          .join(',')}}`,
        value,
      ]),
    ),
  );
}

it('metrics report waiting work and its age, and every answer by its route', async () => {
  const service = await start({ broker: new InProcessBroker() });
  try {
    await service.app.get(Database).execute(
      `insert into dead_letters (message_id, item, topic, key, value, headers, error, attempts, created_at)
       values ('a', -1, 't', 'k', '', '{}', 'Error: x', 5, now() - interval '1 hour')`,
    );
    await fetch(`${service.url}/health/live`);
    const found = await collected();
    expect(found.get('tributary.work.waiting{work=outbox,service.name=rule-engine}')).toBe(0);
    expect(found.get('tributary.work.waiting{work=dead_letters,service.name=rule-engine}')).toBe(1);
    expect(found.get('tributary.work.oldest{work=dead_letters,service.name=rule-engine}')).toBeGreaterThan(
      3590,
    );
    const route =
      'service.name=rule-engine,http.request.method=GET,http.route=/health/live,http.response.status_code=200';
    expect(found.get(`http.server.request.duration{${route}}`)).toMatchObject({ count: 1 });
  } finally {
    await service.stop();
  }
});

it('count the refused commands', async () => {
  const broker = new InProcessBroker();
  const service = await start({ broker });
  const refused = async () => (await collected()).get('tributary.commands.refused{service.name=rule-engine}');
  try {
    expect(await refused()).toBe(0);
    const headers = { command: CreateRule.name, caller: JSON.stringify(ownerOf(1)) };
    const topic = commandTopic('rule-engine');
    await new InProcessEngine(broker).publish([{ topic, key: '1', value: '{}', headers }]);
    await eventually(async () => expect(await refused()).toBe(1));
  } finally {
    await service.stop();
  }
});

describeKafka('metrics of a service on Kafka', () => {
  it('report the lag of each of its groups, by topic', async () => {
    const changes = { kafkaBrokers: [await testKafka()], kafkaTopicPrefix: uniquePrefix() };
    const service = await start({}, changes);
    try {
      const found = await collected();
      const lagOf = (group: string, topic: string) =>
        found.get(`tributary.consumer.lag{group=${group},topic=${topic},service.name=rule-engine}`);
      expect(lagOf('rule-engine', 'transaction.upserted')).toBe(0);
      expect(lagOf('rule-engine.commands', 'rule-engine.commands')).toBe(0);
    } finally {
      await service.stop();
    }
  });
});
