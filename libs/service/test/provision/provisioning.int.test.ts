import { KafkaEngine, topicSpecs } from '@tributary/messaging';
import { startEmbeddedPostgres, troubleOf } from '@tributary/persistence';
import { describeKafka, eventually, testKafka, uniquePrefix } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { PlatformConfig } from '../../src/platform.config';
import { provision, provisionFailure, readProvisioning } from '../../src/provision/provisioning';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { ToyModule } from '../conformance/toy-service';

const passwords = {
  API_GATEWAY_DATABASE_PASSWORD: 'one',
  INGESTION_SYNC_DATABASE_PASSWORD: 'two',
  RULE_ENGINE_DATABASE_PASSWORD: 'three',
  TRANSFER_ENGINE_DATABASE_PASSWORD: 'four',
  WEBHOOK_DISPATCHER_DATABASE_PASSWORD: 'five',
};

/** Roles, and with them passwords, are shared by all databases of a server: other tests have theirs. */
function ownServer() {
  const dataDir = path.join(mkdtempSync(path.join(tmpdir(), 'tributary-provision-')), 'postgres');
  return startEmbeddedPostgres({ dataDir, persistent: false });
}

describe('provisioning a deployment', () => {
  it('names every missing setting', () => {
    const needed = ['DATABASE_ADMIN_URL', ...Object.keys(passwords)];
    for (const name of needed) expect(() => readProvisioning({})).toThrow(name);
  });

  it('creates a role and a schema for each service, and reports the same when it is repeated', async () => {
    const server = await ownServer();
    const environment = { ...passwords, DATABASE_ADMIN_URL: server.url };
    try {
      const first = await provision(environment);
      expect(await provision(environment)).toBe(first);
      expect(await schemasOwned(server.url)).toEqual([
        'api_gateway',
        'ingestion_sync',
        'rule_engine',
        'transfer_engine',
        'webhook_dispatcher',
      ]);
    } finally {
      await server.stop();
    }
  });

  it('does not show the password when the database is down', async () => {
    const environment = { ...passwords, DATABASE_ADMIN_URL: 'postgres://admin:very-secret@127.0.0.1:1/none' };
    const said = await provision(environment).catch(provisionFailure);
    expect(said).toContain('ECONNREFUSED');
    expect(said).not.toContain('very-secret');
  });
});

describeKafka('provisioning a deployment with brokers', () => {
  it('creates the topics, so that services that may create none find them', async () => {
    const server = await ownServer();
    const [brokers, prefix] = [await testKafka(), uniquePrefix()];
    const environment = {
      ...passwords,
      DATABASE_ADMIN_URL: server.url,
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC_PREFIX: prefix,
      BUS_PARTITIONS: '2',
    };
    const options = { brokers: [brokers], clientId: 'test', prefix, topics: 'existing' } as const;
    const impatient = new KafkaEngine(options);
    // Brokers show topics a moment after they were created.
    const service = new KafkaEngine({ ...options, startWaitMs: 30_000 });
    try {
      await expect(impatient.ensureTopics(topicSpecs(2))).rejects.toThrow('topics are missing');
      expect(await provision(environment)).toContain(`; ${topicSpecs(2).length} topics are there`);
      await service.ensureTopics(topicSpecs(2));
    } finally {
      await impatient.close();
      await service.close();
      await server.stop();
    }
  }, 60_000);
});

/** As when one `kubectl apply` makes the services and the Jobs that they need. */
describeKafka('services that start before they are provisioned', () => {
  it('wait for roles, topics and schema, and say for what; a wrong password ends them at once', async () => {
    const server = await ownServer();
    const [brokers, prefix] = [await testKafka(), uniquePrefix()];
    const logged: string[] = [];
    const start = (changes: Partial<PlatformConfig>): Promise<RunningService> => {
      const config: PlatformConfig = {
        service: 'rule-engine',
        databaseUrl: urlOf(server.url, passwords.RULE_ENGINE_DATABASE_PASSWORD),
        databasePoolSize: 4,
        kafkaBrokers: [brokers],
        kafkaTopicPrefix: prefix,
        kafkaReplicationFactor: 1,
        kafkaTopics: 'existing',
        partitions: 2,
        concurrency: 1,
        encryptionKey: randomBytes(32).toString('base64'),
        startWaitMs: 100_000,
        port: 0,
        host: '127.0.0.1',
        ...changes,
      };
      const logger = new ServiceLogger(pino({}, { write: (line) => logged.push(line) }));
      return startService({ config, module: ToyModule.register(config, { logger }) });
    };
    const hasLogged = (text: RegExp) =>
      eventually(() => expect(logged.join('')).toMatch(text), { timeoutMs: 30_000 });
    try {
      const waiting = start({ migrations: 'checked' });
      await hasLogged(/topics are missing/);
      await provision({
        ...passwords,
        DATABASE_ADMIN_URL: server.url,
        KAFKA_BROKERS: brokers,
        KAFKA_TOPIC_PREFIX: prefix,
        BUS_PARTITIONS: '2',
      });
      await hasLogged(/schema rule_engine is older than this version/);
      await (await start({ migrations: 'only' })).stop();
      await (await waiting).stop();
      expect(logged.join('')).not.toMatch(/password authentication failed/);

      const beganAt = Date.now();
      const mistaken = start({ databaseUrl: urlOf(server.url, 'wrong'), migrations: 'checked' });
      await expect(mistaken.catch(troubleOf)).resolves.toBe('sign-in-refused');
      expect(Date.now() - beganAt).toBeLessThan(20_000);
    } finally {
      await server.stop();
    }
  }, 120_000);
});

function urlOf(adminUrl: string, password: string): string {
  const url = new URL(adminUrl);
  url.username = 'rule_engine';
  url.password = password;
  return url.toString();
}

async function schemasOwned(url: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select nspname as name from pg_namespace n join pg_roles r on r.oid = n.nspowner
        where r.rolname = n.nspname order by 1`,
    );
    return rows.map(({ name }) => name);
  } finally {
    await client.end();
  }
}
