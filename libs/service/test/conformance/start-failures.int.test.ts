import { Database, faultOf, provisionSchemas } from '@tributary/persistence';
import {
  createTestDatabase,
  describeKafka,
  eventually,
  freePort,
  startKafkaBroker,
  testKafka,
  TestDatabase,
  ROLE_PASSWORD,
} from '@tributary/testing';
import type { KafkaBroker } from '@tributary/testing';
import { KafkaSecurity } from '@tributary/messaging';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import { generate } from 'selfsigned';
import { ServiceLogger } from '../../src/logs/logger';
import { PlatformConfig } from '../../src/platform.config';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { ToyModule } from './toy-service';

jest.setTimeout(120_000);

let database: TestDatabase;
let roleUrl: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const urls = await provisionSchemas(database.url, [{ schema: 'rule_engine', password: ROLE_PASSWORD }]);
  roleUrl = urls.get('rule_engine') ?? '';
});
afterAll(() => database.drop());

/** Resolves when it has joined the bus, too. */
async function start(changes: Partial<PlatformConfig>): Promise<RunningService> {
  const service = await startServing(changes);
  await service.joined;
  return service;
}

function startServing(changes: Partial<PlatformConfig>): Promise<RunningService> {
  const config: PlatformConfig = {
    service: 'rule-engine',
    databaseUrl: roleUrl,
    databasePoolSize: 4,
    kafkaBrokers: ['127.0.0.1:1'],
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
  return startService({ config, module: ToyModule.register(config, { logger }) });
}

/** One line that says what to do, without credentials. */
function advice(text: RegExp): RegExp {
  expect(text.source).not.toContain('\n');
  return text;
}

async function administer(sql: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

describe('a service that cannot use its database says what to do', () => {
  it('when the schema is missing', async () => {
    await administer(`create schema aside; alter schema rule_engine rename to elsewhere`);
    try {
      await expect(start({})).rejects.toThrow(advice(/schema rule_engine is missing: run `provision`/));
    } finally {
      await administer(`alter schema elsewhere rename to rule_engine`);
    }
  });

  it('when the role has no rights on the schema', async () => {
    await administer(
      `alter schema rule_engine owner to current_user; revoke all on schema rule_engine from rule_engine`,
    );
    try {
      await expect(start({})).rejects.toThrow(
        advice(/role rule_engine may not create tables .* run `provision`/),
      );
    } finally {
      await administer(`alter schema rule_engine owner to rule_engine`);
    }
  });

  it('when an operator migrates and has not yet; an instance that only migrates stops after that', async () => {
    await expect(start({ migrations: 'checked' })).rejects.toThrow(
      advice(/is older than this version.*MIGRATIONS=only/),
    );
    const migrated = await start({ migrations: 'only' });
    expect(await migrated.app.get(Database).query('select 1 from transactions')).toEqual([]);
    await migrated.stop();
    // Past the database now: what stops it is the port.
    const port = await freePort();
    const other = createServer().listen(port, '127.0.0.1');
    await once(other, 'listening');
    await expect(start({ migrations: 'checked', port })).rejects.toThrow(
      advice(/is used by another program/),
    );
    other.close();
  });

  it('when the server is older than the statements', () => {
    const found = { version: 14, schema_is_there: true, may_create: true };
    expect([faultOf(found), faultOf({ ...found, version: 15 })]).toEqual(['old-server', null]);
  });
});

describeKafka('a service that cannot use its brokers says what to do', () => {
  const signIn = { mechanism: 'plain' as const, username: 'tributary', password: 'right' };
  let folder: string;
  let broker: KafkaBroker;
  let ca: string;

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'tributary-kafka-'));
    const pem = path.join(folder, 'broker.pem');
    const made = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
      keySize: 2048,
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
    });
    ca = made.cert;
    writeFileSync(pem, `${made.private}\n${made.cert}`);
    const secured = { user: signIn.username, password: signIn.password, pem };
    broker = await startKafkaBroker({ dataDir: path.join(folder, 'broker'), secured });
  });
  afterAll(async () => {
    await broker?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const startWith = (kafkaSecurity: KafkaSecurity) =>
    start({ kafkaBrokers: [broker.brokers], kafkaSecurity });

  it('when the sign-in is refused, without the password', async () => {
    const refused = startWith({ tls: { ca }, signIn: { ...signIn, password: 'very-wrong' } });
    await expect(refused).rejects.toThrow(advice(/refuse the sign-in: check KAFKA_SASL_USERNAME/));
    await expect(refused).rejects.not.toThrow('very-wrong');
  });

  it('when the brokers require encryption: they close connections as one does that is not there, so it waits', async () => {
    const kafkaSecurity = { tls: false, signIn };
    const service = await startServing({ kafkaBrokers: [broker.brokers], kafkaSecurity });
    try {
      await eventually(
        async () => {
          const answer = await fetch(`${service.url}/health/ready`);
          expect(await answer.text()).toMatch(advice(/KAFKA_TLS/));
        },
        { timeoutMs: 30_000 },
      );
    } finally {
      await service.stop();
    }
  });

  it('and works with the right credentials', async () => {
    const service = await startWith({ tls: { ca }, signIn });
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await service.stop();
  });

  it('when an operator creates topics, and some are missing', async () => {
    const started = start({
      kafkaBrokers: [await testKafka()],
      kafkaTopics: 'existing',
      kafkaTopicPrefix: 'nobody.',
    });
    await expect(started).rejects.toThrow(advice(/topics are missing: nobody\./));
  });
});
