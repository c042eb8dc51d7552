import { KafkaEngine, topicSpecs } from '@tributary/messaging';
import { startEmbeddedPostgres } from '@tributary/persistence';
import { describeKafka, testKafka, uniquePrefix } from '@tributary/testing';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { provision, provisionFailure, readProvisioning } from '../../src/provision/provisioning';

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
    const service = new KafkaEngine({ brokers: [brokers], clientId: 'test', prefix, topics: 'existing' });
    try {
      await expect(service.ensureTopics(topicSpecs(2))).rejects.toThrow('topics are missing');
      expect(await provision(environment)).toContain(`; ${topicSpecs(2).length} topics are there`);
      await service.ensureTopics(topicSpecs(2));
    } finally {
      await service.close();
      await server.stop();
    }
  }, 60_000);
});

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
