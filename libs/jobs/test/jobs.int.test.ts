import { Database, deleteOldRows } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import {
  cancelJobs,
  enqueueJobOnce,
  enqueueJobs,
  Job,
  JobKind,
  LeaseLostError,
  JobRunner,
  Jobs1764300000000,
} from '../src';
import { ENDED_JOBS } from '../src/jobs.store';

type Counting = Job<unknown, { readonly n: number }>;

const LEASE_MS = 60_000;
let server: TestDatabase;
let database: Database;
const runners: JobRunner[] = [];
const failures: string[] = [];

beforeAll(async () => {
  server = await createTestDatabase('jobs');
  database = await Database.open({ url: server.url, schema: 'public', migrations: [Jobs1764300000000] });
  await database.execute('create table steps (job text, n integer)');
});
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.beforeApplicationShutdown()));
  failures.length = 0;
  await database.execute('truncate jobs, steps');
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

/** Writes one row a step, and is done after three. */
async function countToThree(job: Counting) {
  return job.save(async (tx) => {
    const n = (job.cursor?.n ?? 0) + 1;
    await tx.execute('insert into steps values ($1, $2)', [job.key, n]);
    return n === 3 ? 'done' : { cursor: { n } };
  });
}

function kindOf(step: (job: Counting) => ReturnType<typeof countToThree>, more: Partial<JobKind> = {}) {
  return { kind: 'counting', step, ...more } as JobKind;
}

function runnerOf(kind: JobKind, leaseMs = LEASE_MS): JobRunner {
  const runner = new JobRunner(database, { leaseMs, idleMs: 10, onFailure: (what) => failures.push(what) });
  runner.add(kind);
  runners.push(runner);
  return runner;
}

const leave = (key: string | number, userId = 1) =>
  enqueueJobs(database, 'counting', [{ key, userId, payload: {} }]);
const endLeases = () => database.execute(`update jobs set lease_until = now() - interval '1 second'`);
const steps = () => database.query<{ n: number }>('select n from steps order by n');
const stateOf = async (key: string) => {
  const [job] = await database.query<{ state: string }>('select state from jobs where key = $1', [key]);
  return job?.state;
};

async function claimed(runner: JobRunner): Promise<Counting> {
  const job = await runner.claim();
  if (!job) throw new Error('there was no job to claim');
  return job as Counting;
}

describe('a lease', () => {
  it('belongs to one process, even if several ask at the same time', async () => {
    await leave('a');
    const claims = await Promise.all(Array.from({ length: 8 }, () => runnerOf(kindOf(countToThree)).claim()));
    expect(claims.filter(Boolean)).toHaveLength(1);
  });

  it('that a paused process lost lets it neither save nor prolong, fail or release its successor’s lease', async () => {
    await leave('a');
    const [asleep, next] = [runnerOf(kindOf(countToThree)), runnerOf(kindOf(countToThree))];
    const first = await claimed(asleep);
    await endLeases();
    const second = await claimed(next);
    await expect(countToThree(first)).rejects.toThrow(LeaseLostError);
    expect(await steps()).toEqual([]);
    await countToThree(second);
    expect(await steps()).toEqual([{ n: 1 }]);
  });

  it('is renewed only by its holder: a stale renewal ends the stale work, not the successor’s lease', async () => {
    await leave('a');
    let aborted = false;
    const asleep = runnerOf(
      kindOf(async (job) => {
        await new Promise<void>((resolve) => job.signal.addEventListener('abort', () => resolve()));
        aborted = true;
        return 'more';
      }),
      300,
    );
    asleep.onApplicationBootstrap();
    await eventually(async () =>
      expect(await database.query('select 1 from jobs where fence = 1')).toHaveLength(1),
    );
    await database.execute(`update jobs set fence = fence + 1, lease_until = now() - interval '1 hour'`);
    await eventually(() => expect(aborted).toBe(true));
    const until = `select 1 from jobs where lease_until < now() - interval '50 minutes' or fence > 2`;
    expect(await database.query(until)).toHaveLength(1);
  });

  it('of a long step is prolonged, so that no other process claims it', async () => {
    await leave('a');
    let worked = 0;
    let end: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (end = resolve));
    const long = kindOf(async (job) => {
      worked += 1;
      await held;
      return job.save(async () => 'done');
    });
    for (const runner of [runnerOf(long, 200), runnerOf(long, 200)]) runner.onApplicationBootstrap();
    await eventually(() => expect(worked).toBe(1));
    const [before] = await database.query<{ until: Date }>('select lease_until as until from jobs');
    await eventually(async () => {
      const [now] = await database.query<{ ms: number }>(
        `select extract(epoch from lease_until - $1::timestamptz)::float8 * 1000 as ms from jobs`,
        [before?.until],
      );
      expect(now?.ms).toBeGreaterThan(500); // longer than two leases
    });
    end();
    await eventually(async () => expect(await stateOf('a')).toBe('DONE'));
    expect(worked).toBe(1);
  });
});

it('a job whose process was killed continues after the last saved step', async () => {
  await leave('a');
  const killed = runnerOf(kindOf(countToThree));
  await countToThree(await claimed(killed));
  await endLeases();
  runnerOf(kindOf(countToThree)).onApplicationBootstrap();
  await eventually(async () => expect(await stateOf('a')).toBe('DONE'));
  expect(await steps()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

it('rows of a step and its cursor are saved together or not at all', async () => {
  await leave('a');
  const job = await claimed(runnerOf(kindOf(countToThree)));
  await expect(
    job.save(async (tx) => {
      await tx.execute(`insert into steps values ('a', 1)`);
      throw new Error('in the middle');
    }),
  ).rejects.toThrow('in the middle');
  expect([job.cursor, await steps()]).toEqual([null, []]);
});

it.each([false, true])(
  'many jobs of one user do not delay another’s (jobs end in a turn: %s)',
  async (end) => {
    for (let n = 1; n <= 20; n += 1) await leave(`of 1, ${n}`, 1);
    for (let n = 1; n <= 3; n += 1) await leave(`of 2, ${n}`, 2);
    const runner = runnerOf(kindOf(countToThree));
    const users: number[] = [];
    for (let turn = 0; turn < 6; turn += 1) {
      const job = await claimed(runner);
      users.push(job.userId);
      if (end) await job.save(async () => 'done');
      else await job.save(async () => ({ cursor: { n: 1 }, afterMs: 0 }));
    }
    expect(users).toEqual([1, 2, 1, 2, 1, 2]);
  },
);

it('a user’s hanging jobs hold one slot of a kind, and leave the other to the next user', async () => {
  for (const key of ['a', 'b', 'c']) await leave(key, 1);
  await leave('d', 2);
  const begun: string[] = [];
  let end: () => void = () => undefined;
  const hung = new Promise<void>((resolve) => (end = resolve));
  const slow = kindOf(
    async (job) => {
      begun.push(job.key);
      if (job.userId === 1) await hung;
      return job.save(async () => 'done');
    },
    { atOnce: 2 },
  );
  runnerOf(slow).onApplicationBootstrap();
  await eventually(async () => expect(await stateOf('d')).toBe('DONE'));
  // Two slots claim side by side, so either may begin first.
  await eventually(async () => expect([...begun].sort()).toEqual(['a', 'd']));
  end();
  await eventually(async () => expect(await stateOf('c')).toBe('DONE'));
});

it('the service’s own jobs may hold all slots of a kind', async () => {
  await leave('a', 0);
  await leave('b', 0);
  let begun = 0;
  let end: () => void = () => undefined;
  const bothBegun = new Promise<void>((resolve) => (end = resolve));
  const together = kindOf(
    async (job) => {
      begun += 1;
      if (begun === 2) end();
      await bothBegun;
      return job.save(async () => 'done');
    },
    { atOnce: 2 },
  );
  runnerOf(together).onApplicationBootstrap();
  await eventually(async () => expect([await stateOf('a'), await stateOf('b')]).toEqual(['DONE', 'DONE']));
});

it('a constant flow of new jobs of one user does not delay another’s', async () => {
  await leave('first', 1);
  await leave('other', 2);
  const runner = runnerOf(kindOf(countToThree));
  const users: number[] = [];
  for (let turn = 0; turn < 6; turn += 1) {
    const job = await claimed(runner);
    await leave(`new ${turn}`, 1);
    users.push(job.userId);
    await job.save(async () => ({ cursor: { n: 1 }, afterMs: 0 }));
  }
  expect(users).toEqual([1, 2, 1, 2, 1, 2]);
});

it('a failing step is retried after growing pauses, and a saved step resets the count', async () => {
  await leave('a');
  let tries = 0;
  const flaky = kindOf(async (job) => {
    tries += 1;
    if (tries <= 3) throw new Error('not yet');
    return job.save(async () => (job.cursor ? 'done' : { cursor: { n: 1 }, afterMs: 0 }));
  });
  runnerOf(flaky).onApplicationBootstrap();
  await eventually(async () => expect(await stateOf('a')).toBe('DONE'));
  expect(failures).toHaveLength(3);
  expect(await database.query('select attempt from jobs')).toEqual([{ attempt: 0 }]);
});

it('a job fails for good after the attempts of its kind, and its kind saves that', async () => {
  await leave('a');
  const doomed = kindOf(() => Promise.reject(new Error('never')), {
    attemptsMax: 2,
    fail: async (tx, { key }) => void (await tx.execute('insert into steps values ($1, -1)', [key])),
  });
  runnerOf(doomed).onApplicationBootstrap();
  await eventually(async () => expect(await stateOf('a')).toBe('FAILED'));
  expect([failures.length, await steps()]).toEqual([2, [{ n: -1 }]]);
});

it('a step of a cancelled job saves no rows, and the job does not come back', async () => {
  await leave('a');
  const runner = runnerOf(kindOf(countToThree));
  const job = await claimed(runner);
  await database.transaction((tx) => cancelJobs(tx, 'counting', 'key = $2', ['a']));
  await expect(countToThree(job)).rejects.toThrow(LeaseLostError);
  expect([await steps(), await runner.claim(), await stateOf('a')]).toEqual([[], null, 'CANCELLED']);
});

it('a job that is created again starts over, and the earlier run saves no rows', async () => {
  await leave('a');
  const runner = runnerOf(kindOf(countToThree));
  const first = await claimed(runner);
  await countToThree(first);
  await leave('a');
  await expect(countToThree(first)).rejects.toThrow(LeaseLostError);
  expect((await claimed(runner)).cursor).toBeNull();
});

it('a job that is created once does not run again after its end', async () => {
  const once = () => enqueueJobOnce(database, 'counting', { key: 'a', userId: 0, payload: {} });
  await once();
  const runner = runnerOf(kindOf(countToThree));
  await (await claimed(runner)).save(async () => 'done');
  await once();
  expect(await runner.claim()).toBeNull();
});

it('jobs are deleted some days after their end', async () => {
  await leave('old');
  await leave('open');
  await database.execute(
    `update jobs set state = 'DONE', finished_at = now() - interval '8 days' where key = 'old'`,
  );
  expect(await deleteOldRows(database, ENDED_JOBS, 100)).toBe(1);
  expect(await stateOf('open')).toBe('OPEN');
});
