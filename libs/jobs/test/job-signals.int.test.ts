import { Database } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import { enqueueJobs, JobRunner, Jobs1764300000000, JobSignals1764700139000 } from '../src';

/** So that a look without a signal or a due time would come long after the test has failed. */
const NEVER_MS = 600_000;
const KIND = 'counted';
let server: TestDatabase;
let database: Database;
let runner: JobRunner;
let done: string[] = [];

beforeAll(async () => {
  server = await createTestDatabase('job_signals');
  const migrations = [Jobs1764300000000, JobSignals1764700139000];
  database = await Database.open({ url: server.url, schema: 'public', migrations });
});
beforeEach(async () => {
  done = [];
  runner = start(NEVER_MS);
  await work('first'); // by then it listens, and rests
});
afterEach(async () => {
  await runner.beforeApplicationShutdown();
  await database.execute('truncate jobs');
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

function start(idleMs: number): JobRunner {
  const started = new JobRunner(database, { leaseMs: NEVER_MS, idleMs, onFailure: () => undefined });
  started.add({
    kind: KIND,
    step: (job) => {
      done.push(job.key);
      return job.save(async () => 'done');
    },
  });
  started.onApplicationBootstrap();
  return started;
}

/** As another process would leave it. */
async function leave(key: string, dueInMs = 0): Promise<void> {
  await enqueueJobs(database, KIND, [{ key, userId: 1, payload: {}, dueInMs }]);
}

async function work(key: string): Promise<void> {
  await leave(key);
  await eventually(() => expect(done).toContain(key));
}

it('a job of another process starts at its commit', async () => {
  await work('second');
});

it('a job that is due later starts then, without a look in between', async () => {
  await leave('later', 1500);
  await leave('now');
  await eventually(() => expect(done).toEqual(['first', 'now', 'later']));
  const [early] = await database.query(`select 1 from jobs where key = 'later' and turn_at < due_at`);
  expect(early).toBeUndefined();
});

it('a job whose process is gone is taken over at the end of its lease', async () => {
  await database.execute(
    `insert into jobs (kind, key, user_id, payload, fence, lease_until)
     values ('${KIND}', 'abandoned', 1, '{}', 1, clock_timestamp() + interval '1 second')`,
  );
  await eventually(() => expect(done).toEqual(['first', 'abandoned']));
});

it('a job that is left while the connection for signals is broken starts when it is restored', async () => {
  await database.transaction(async (tx) => {
    await enqueueJobs(tx, KIND, [{ key: 'unheard', userId: 1, payload: {} }]);
    // Waits until the connection is gone: no one hears of the commit.
    const ended = await tx.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
        where application_name = 'public-signals' and datname = current_database()`,
    );
    expect(ended).toHaveLength(1);
  });
  await eventually(() => expect(done).toContain('unheard'));
});

it('a job whose notification was lost for good is found by the net', async () => {
  await runner.beforeApplicationShutdown();
  await database.execute('alter table jobs disable trigger jobs_signal');
  runner = start(100);
  await work('unnoticed');
  await database.execute('alter table jobs enable trigger jobs_signal');
});
