import { InProcessBroker } from '@tributary/messaging';
import { createServiceDatabase, onlyUrlOf, ServiceDatabase } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { TOY_SCHEMA, ToyModule } from '../conformance/toy-service';

const STOP_WAIT_MS = 500;
const SILENT = new ServiceLogger(pino({ level: 'silent' }));

let database: ServiceDatabase;
let service: RunningService;
/** Ends a download that takes as long as the test wants. */
let finish: () => void;

beforeEach(async () => {
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
    stopWaitMs: STOP_WAIT_MS,
    port: 0,
    host: '127.0.0.1',
    encryptionKey: randomBytes(32).toString('base64'),
  };
  service = await startService({
    config,
    module: ToyModule.register(config, { broker: new InProcessBroker(), logger: SILENT }),
    configureHttp: (app) => {
      const http = app.getHttpAdapter().getInstance();
      http.get('/endless', (_request, reply) => reply.send(endless()));
      http.get('/slow', (_request, reply) => {
        const body = new Readable({ read: () => undefined });
        body.push('begun, ');
        finish = () => {
          body.push('finished');
          body.push(null);
        };
        return reply.send(body);
      });
    },
  });
}, 60_000);
afterEach(() => database.drop());

it('a client that stalls in a download does not keep a service from stopping', async () => {
  const { hostname, port } = new URL(service.url);
  const client = connect(Number(port), hostname);
  client.write(`GET /endless HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
  await once(client, 'data');
  client.pause();
  client.on('error', () => undefined); // it is cut off

  await service.stop();
  const closed = once(client, 'close');
  client.resume();
  await closed;
}, 30_000);

it('a client that reads its answer gets all of it', async () => {
  const response = await fetch(`${service.url}/slow`);
  const stopped = service.stop();
  finish();
  expect(await response.text()).toBe('begun, finished');
  await stopped;
}, 30_000);

/** More than the buffers between a server and its client hold. */
function endless(): Readable {
  const piece = Buffer.alloc(64 * 1024, 'x');
  return new Readable({
    read() {
      this.push(piece);
    },
  });
}
