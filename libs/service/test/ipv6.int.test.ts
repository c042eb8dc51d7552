import { InProcessBroker } from '@tributary/messaging';
import { createServiceDatabase, onlyUrlOf, ServiceDatabase } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { networkInterfaces } from 'node:os';
import pino from 'pino';
import { ServiceLogger } from '../src/logs/logger';
import { RunningService, startService } from '../src/lifecycle/run-service';
import { TOY_SCHEMA, ToyModule } from './conformance/toy-service';

const SILENT = new ServiceLogger(pino({ level: 'silent' }));
const hasIpv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
);

describe('a service that listens at HOST=::, as in a cluster without IPv4', () => {
  let database: ServiceDatabase;
  let service: RunningService;

  beforeAll(async () => {
    database = await createServiceDatabase([TOY_SCHEMA]);
    const config = {
      service: 'rule-engine' as const,
      databaseUrl: onlyUrlOf(database),
      databasePoolSize: 4,
      kafkaBrokers: [],
      kafkaTopicPrefix: '',
      kafkaReplicationFactor: 1,
      partitions: 1,
      concurrency: 1,
      port: 0,
      host: '::',
      encryptionKey: randomBytes(32).toString('base64'),
    };
    if (!hasIpv6) return;
    const module = ToyModule.register(config, { broker: new InProcessBroker(), logger: SILENT });
    service = await startService({ config, module });
  }, 60_000);
  afterAll(async () => {
    if (hasIpv6) await service.stop();
    await database.drop();
  });

  (hasIpv6 ? it : it.skip).each(['[::1]', '127.0.0.1'])('answers at %s', async (address) => {
    const { port } = new URL(service.url);
    expect((await fetch(`http://${address}:${port}/health/live`)).status).toBe(200);
  });
});
