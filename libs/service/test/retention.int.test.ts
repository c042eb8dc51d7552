import { Database } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import { createPino, ServiceLogger } from '../src/logs/logger';
import { logRetention, RetentionWorker } from '../src/retention';

const LOGS = [{ table: 'logs', since: 'written_at' }];
const logger = new ServiceLogger(createPino({ service: 'test', level: 'silent' }));

let databaseOfTest: TestDatabase;
let database: Database;

beforeAll(async () => {
  databaseOfTest = await createTestDatabase('log_retention');
  database = await Database.open({ url: databaseOfTest.url, schema: 'public', migrations: [] });
  await database.execute('create table logs (id int, written_at timestamptz)');
});
afterAll(async () => {
  await database.close();
  await databaseOfTest.drop();
});
beforeEach(async () => {
  await database.execute('truncate logs');
  await database.execute(
    `insert into logs select n, now() - make_interval(days => 30) + make_interval(secs => n - 12000)
       from generate_series(1, 13000) n`,
  );
});

const workerOf = (days: number) => new RetentionWorker(database, logger, logRetention(LOGS, days));
const left = async () => (await database.query('select min(id) as first, count(*) as rows from logs'))[0];

it('old entries are deleted piece by piece, and the others stay', async () => {
  const retention = workerOf(30);
  expect(await retention.round()).toBe(true);
  expect(await left()).toMatchObject({ rows: 8000 });
  expect(await retention.round()).toBe(true);
  expect(await retention.round()).toBe(false);
  const { first = 0 } = ((await left()) ?? {}) as { first?: number };
  expect(first).toBeGreaterThan(12_000); // some seconds have passed
  expect(first).toBeLessThan(12_100);
});

it('runs by itself if a retention is set, and never if none is', async () => {
  await database.execute(`insert into logs values (0, now() - interval '32 days')`);
  const forGood = workerOf(0); // would leave none
  const bounded = workerOf(31);
  forGood.onApplicationBootstrap();
  bounded.onApplicationBootstrap();
  try {
    await eventually(async () => expect(await left()).toMatchObject({ rows: 13_000 }));
  } finally {
    await Promise.all([forGood.beforeApplicationShutdown(), bounded.beforeApplicationShutdown()]);
  }
});
