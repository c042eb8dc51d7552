import { InProcessBroker } from '@tributary/messaging';
import { Database, provisionSchemas } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { Writable } from 'node:stream';
import { Client } from 'pg';
import pino from 'pino';
import { ServiceLogger } from '../../src/logs/logger';
import { RunningService, startService } from '../../src/lifecycle/run-service';
import { Warnings } from '../../src/machine/warnings';
import { ToyModule } from './toy-service';

jest.setTimeout(60_000);

/** All that is done to it is done to the database alone: other suites use the same server and role. */
let database: TestDatabase;
let service: RunningService;
const lines: string[] = [];

async function administer(...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Ends the service's connections, so that the next ones meet what was changed. */
const cut = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rule_engine' and datname = current_database()`;

async function readiness(): Promise<{ status: number; reason: string }> {
  const response = await fetch(`${service.url}/health/ready`);
  const { reasons } = (await response.json()) as { reasons?: { database?: string } };
  return { status: response.status, reason: reasons?.database ?? '' };
}

const serving = async (): Promise<number> => (await fetch(`${service.url}/health/serving`)).status;

const like = (pattern: RegExp): string => expect.stringMatching(pattern) as string;

async function untilReady(): Promise<void> {
  await eventually(async () => expect((await readiness()).status).toBe(200), { timeoutMs: 30_000 });
}

beforeAll(async () => {
  database = await createTestDatabase();
  const urls = await provisionSchemas(database.url, [{ schema: 'rule_engine', password: ROLE_PASSWORD }]);
  const stream = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      lines.push(chunk.toString());
      done();
    },
  });
  const config = {
    service: 'rule-engine' as const,
    databaseUrl: urls.get('rule_engine') ?? '',
    databasePoolSize: 4,
    kafkaBrokers: [],
    kafkaTopicPrefix: '',
    kafkaReplicationFactor: 1,
    partitions: 1,
    concurrency: 1,
    outboxLeaseMs: 200, // the relay writes often, as a busy service does
    encryptionKey: randomBytes(32).toString('base64'),
    port: 0,
    host: '127.0.0.1',
  };
  const runtime = { broker: new InProcessBroker(), logger: new ServiceLogger(pino({}, stream)) };
  service = await startService({ config, module: ToyModule.register(config, runtime) });
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
});
beforeEach(async () => {
  await untilReady();
  await eventually(() => expect(said('lost the database')).toBe(said('the database is back')));
  lines.length = 0;
});

const said = (words: string): number => lines.filter((line) => line.includes(words)).length;

describe('a running service whose database', () => {
  it('became read-only is not ready, says so in one line, logs it once, and is ready again by itself', async () => {
    await administer(`alter database ${database.name} set default_transaction_read_only = on`, cut);
    try {
      await eventually(async () =>
        expect(await readiness()).toEqual({
          status: 503,
          reason: like(/^the database is read-only.*DATABASE_URL.*$/),
        }),
      );
      expect(await serving()).toBe(200); // reads work
      await new Promise((resolve) => setTimeout(resolve, 1500));
      const logged = lines.filter((line) => line.includes('read-only'));
      expect(logged.length).toBeGreaterThan(0);
      expect(new Set(logged.map((line) => (JSON.parse(line) as { msg: string }).msg)).size).toBe(
        logged.length,
      );
    } finally {
      await administer(
        'set default_transaction_read_only = off',
        `alter database ${database.name} reset default_transaction_read_only`,
        cut,
      );
    }
    await untilReady();
  });

  it('accepts no more connections says which limit to raise', async () => {
    await administer(`alter database ${database.name} connection limit 0`, cut);
    try {
      await eventually(async () =>
        expect(await readiness()).toEqual({
          status: 503,
          reason: like(/accepts no more connections.*max_connections.*DATABASE_POOL_SIZE/),
        }),
      );
      expect(await serving()).toBe(503);
    } finally {
      await administer(`alter database ${database.name} connection limit -1`);
    }
    await untilReady();
  });

  it('refuses the sign-in says what to run', async () => {
    await administer(`revoke connect on database ${database.name} from public, rule_engine`, cut);
    try {
      await eventually(async () =>
        expect(await readiness()).toEqual({
          status: 503,
          reason: like(/^the role has no rights .* run `provision`/),
        }),
      );
    } finally {
      await administer(`grant connect on database ${database.name} to public, rule_engine`);
    }
    await untilReady();
  });

  it('is lost says so in one line, and in one that it is back', async () => {
    const closed = `alter database ${database.name} connection limit 0`;
    await administer(closed, cut);
    await eventually(() => expect(said('lost the database')).toBe(1));
    await eventually(async () => expect((await readiness()).status).toBe(503));
    await administer(`alter database ${database.name} connection limit -1`);
    await untilReady();
    await eventually(() => expect(said('the database is back')).toBe(1));
    const messages = lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
    expect(messages.filter((msg) => /lost the database|database is back/.test(msg))).toEqual([
      like(/^lost the database: the database accepts no more connections/),
      'the database is back',
    ]);
  });

  it('is ready while an operator should mend something, and shows it', async () => {
    const warnings = service.app.get(Warnings);
    warnings.warn('disk 1', 'the disk for data is nearly full');
    const response = await fetch(`${service.url}/health/ready`);
    expect([response.status, await response.json()]).toEqual([
      200,
      expect.objectContaining({ status: 'ok', warnings: ['the disk for data is nearly full'] }),
    ]);
    warnings.clear('disk 1', 'it has room');
    expect(await (await fetch(`${service.url}/health/ready`)).json()).not.toHaveProperty('warnings');
  });

  it('has a full disk says to free space', async () => {
    // Raised as the server raises it where it cannot extend a file; the real thing needs a disk of one's own.
    const full = `do $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
    await expect(service.app.get(Database).execute(full)).rejects.toThrow('No space left');
    expect(await readiness()).toEqual({
      status: 503,
      reason: like(/^the disk of the database is full: free space/),
    });
  });
});
