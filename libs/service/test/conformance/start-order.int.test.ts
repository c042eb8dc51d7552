import {
  createServiceDatabase,
  createTestDatabase,
  describeKafka,
  eventually,
  freePort,
  onlyUrlOf,
  ServiceDatabase,
  startKafkaBroker,
  testKafka,
  uniquePrefix,
} from '@tributary/testing';
import { BusUnfitError, InProcessBroker } from '@tributary/messaging';
import { randomBytes } from 'node:crypto';
import { connect, createServer, Server, Socket } from 'node:net';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { PlatformConfig } from '../../src/platform.config';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { TOY_SCHEMA, ToyModule } from './toy-service';

jest.setTimeout(120_000);

let database: ServiceDatabase;
let logged: string[];

beforeAll(async () => {
  database = await createServiceDatabase([TOY_SCHEMA]);
});
beforeEach(() => (logged = []));
afterAll(() => database.drop());

function configOf(changes: Partial<PlatformConfig>): PlatformConfig {
  return {
    service: 'rule-engine',
    databaseUrl: onlyUrlOf(database),
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
}

function start(changes: Partial<PlatformConfig>, broker?: InProcessBroker): Promise<RunningService> {
  const config = configOf(changes);
  const logger = new ServiceLogger(pino({}, { write: (line) => logged.push(line) }));
  return startService({ config, module: ToyModule.register(config, { logger, ...(broker && { broker }) }) });
}

const linesWith = (text: string) => logged.filter((line) => line.includes(text));

/** Asked on a connection of its own each time, as a probe asks. */
async function health(url: string, name: 'live' | 'serving' | 'ready') {
  const answer = await fetch(`${url}/health/${name}`, { headers: { connection: 'close' } });
  const body = (await answer.json()) as { reasons?: Record<string, string> };
  return { status: answer.status, reasons: body.reasons ?? {} };
}

/** Leads to the test's PostgreSQL from the moment it listens. */
class LateDatabase {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  constructor(
    readonly url: URL,
    private readonly port: number,
  ) {
    this.server = createServer((socket) => {
      const onward = connect(Number(url.port), url.hostname);
      for (const end of [socket, onward]) {
        this.sockets.add(end);
        end.on('error', () => end.destroy());
      }
      socket.pipe(onward).pipe(socket);
    });
  }

  get late(): string {
    const late = new URL(this.url);
    late.port = String(this.port);
    late.hostname = '127.0.0.1';
    return late.toString();
  }

  arrive(): void {
    this.server.listen(this.port, '127.0.0.1');
  }

  leave(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }
}

describe('a service whose database is not there yet', () => {
  it('lives at once, says what it waits for, and serves when the database is there, with no refused connection', async () => {
    const lateDatabase = new LateDatabase(new URL(onlyUrlOf(database)), await freePort());
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    const starting = start({ databaseUrl: lateDatabase.late, port }, new InProcessBroker());
    try {
      await eventually(async () => expect((await health(url, 'live')).status).toBe(200));
      await eventually(async () =>
        expect(await health(url, 'ready')).toEqual({
          status: 503,
          reasons: {
            process: 'the service is starting',
            database: expect.stringMatching(/^the database .*/) as string,
          },
        }),
      );
      expect((await health(url, 'serving')).status).toBe(503);
      const other = await fetch(`${url}/anything`);
      expect({ status: other.status, retryAfter: other.headers.get('retry-after') }).toEqual({
        status: 503,
        retryAfter: '1',
      });
      lateDatabase.arrive();
      // No probe meets a closed port while the service's own server takes over: a refused one would throw here.
      let status = 503;
      while (status !== 200) ({ status } = await health(url, 'serving'));
      const service = await starting;
      expect((await health(url, 'ready')).status).toBe(200);
      expect(linesWith('waiting for the database')).toHaveLength(1);
      expect(linesWith('the database is there')).toHaveLength(1);
      await service.stop();
      await expect(health(url, 'live')).rejects.toThrow();
    } finally {
      lateDatabase.leave();
    }
  });

  it('ends when the database lets it in, but is unfit', async () => {
    const empty = await createTestDatabase();
    try {
      const roleUrl = new URL(empty.url);
      roleUrl.username = 'rule_engine';
      roleUrl.password = 'test';
      await expect(start({ databaseUrl: roleUrl.toString() }, new InProcessBroker())).rejects.toThrow(
        /schema rule_engine is missing/,
      );
    } finally {
      await empty.drop();
    }
  });

  it('listens on every address of localhost', async () => {
    const service = await start({ host: 'localhost' }, new InProcessBroker());
    try {
      expect((await fetch(`http://localhost:${new URL(service.url).port}/health/live`)).status).toBe(200);
    } finally {
      await service.stop();
    }
  });
});

describeKafka('a service whose brokers are not there yet', () => {
  let folder: string;
  beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'tributary-kafka-'))));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('serves reads without them, says what it waits for, and is ready when they are there and again after an outage', async () => {
    const port = await freePort();
    const service = await start({ kafkaBrokers: [`127.0.0.1:${port}`] });
    const statusOf = async (name: 'serving' | 'ready') => (await health(service.url, name)).status;
    expect(await statusOf('serving')).toBe(200);
    await eventually(
      async () =>
        expect(await health(service.url, 'ready')).toMatchObject({
          status: 503,
          reasons: { bus: expect.stringMatching(/^no broker answers .*KAFKA_BROKERS/) as string },
        }),
      { timeoutMs: 30_000 },
    );
    const broker = await startKafkaBroker({ dataDir: path.join(folder, 'late'), port });
    try {
      await service.joined;
      await eventually(async () => expect(await statusOf('ready')).toBe(200), { timeoutMs: 30_000 });
      expect(linesWith('waiting for the brokers')).toHaveLength(1);
      expect(linesWith('the brokers are there')).toHaveLength(1);
      await broker.kill();
      await eventually(async () => expect(await statusOf('ready')).toBe(503), { timeoutMs: 60_000 });
      expect(await statusOf('serving')).toBe(200);
    } finally {
      await broker.restart();
      await service.stop();
      await broker.stop();
    }
  });

  it('stops in order while it waits for them', async () => {
    const service = await start({ kafkaBrokers: [`127.0.0.1:${await freePort()}`] });
    await service.stop();
    await service.joined;
    expect(linesWith('is ready')).toEqual([]);
  });

  it('ends, and frees its port, when they are there but unfit', async () => {
    const service = await start({
      kafkaBrokers: [await testKafka()],
      kafkaTopics: 'existing',
      kafkaTopicPrefix: uniquePrefix(),
    });
    await expect(service.joined).rejects.toThrow(BusUnfitError);
    await expect(health(service.url, 'live')).rejects.toThrow();
  });

  it('replaces no instance that works while topics are missing', async () => {
    const service = await start({
      kafkaBrokers: [await testKafka()],
      kafkaTopics: 'existing',
      kafkaTopicPrefix: uniquePrefix(),
      startWaitMs: 100_000,
    });
    await eventually(async () =>
      expect(await health(service.url, 'ready')).toMatchObject({
        reasons: { bus: expect.stringMatching(/^topics are missing/) as string },
      }),
    );
    expect((await health(service.url, 'serving')).status).toBe(503);
    await service.stop();
    await service.joined;
  });

  it('serves reads although topics are to be there, with a database that was provisioned', async () => {
    const service = await start({
      kafkaBrokers: [`127.0.0.1:${await freePort()}`],
      kafkaTopics: 'existing',
      migrations: 'checked',
    });
    expect((await health(service.url, 'serving')).status).toBe(200);
    await service.stop();
    await service.joined;
  });
});
