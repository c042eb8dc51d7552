import { MessagingTables1763600000000 } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { leaseApplication, readProgress, releaseApplication } from '../../src/applications/rule-applications';
import { JobTurns1764210000002 } from '../../src/migrations/job-turns.migration';
import { RuleApplications1763800000000 } from '../../src/migrations/rule-applications.migration';
import { RuleTables1763700000000 } from '../../src/migrations/rule-tables.migration';
import { leaseReshape, readCursor, releaseReshape } from '../../src/shaping/reshape-jobs';

const LEASE_MS = 60_000;
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('leased_jobs');
  const migrations = [
    MessagingTables1763600000000,
    RuleTables1763700000000,
    RuleApplications1763800000000,
    JobTurns1764210000002,
  ];
  database = await Database.open({ url: server.url, schema: 'public', migrations });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

/** A job that is taken, and taken over when its first holder has slept past its lease. */
async function takenOver<Job>(table: string, lease: () => Promise<Job | null>): Promise<[Job, Job]> {
  const first = await lease();
  expect(await lease()).toBeNull();
  await database.execute(`update ${table} set lease_until = now() - interval '1 second'`);
  const second = await lease();
  if (!first || !second) throw new Error('there was no job to take');
  return [first, second];
}

it('a reshaping whose holder slept past its lease is another’s: the first one can no longer write', async () => {
  await database.execute(`insert into accounts (id, user_id, version, deleted) values (1, 1, 1, false)`);
  await database.execute(
    `insert into reshapes (account_id, cause, trace, transactions_total) values (1, 'LINK_ADDED', '{}', 3)`,
  );
  const [first, second] = await takenOver('reshapes', () => leaseReshape(database, LEASE_MS));
  expect(await database.transaction((tx) => readCursor(tx, first))).toBeNull();
  await releaseReshape(database, first);
  expect(await leaseReshape(database, LEASE_MS)).toBeNull(); // the first one's leaving frees nothing
  expect(await database.transaction((tx) => readCursor(tx, second))).toBe(0);
});

it('an application of a rule whose holder slept past its lease is another’s: the first one can no longer write', async () => {
  await database.execute(
    `insert into rule_applications (rule_id, user_id, dry_run, account_ids, transactions_total, trace)
     values (1, 1, false, '{1}', 3, '{}')`,
  );
  const [first, second] = await takenOver('rule_applications', () => leaseApplication(database, LEASE_MS));
  expect(await database.transaction((tx) => readProgress(tx, first))).toBeNull();
  expect(await database.transaction((tx) => readProgress(tx, second))).toMatchObject({ accountPlace: 1 });
});

describe('users take turns', () => {
  beforeEach(() => database.execute('truncate reshapes, rule_applications, accounts'));

  /** Whose jobs are worked on, turn by turn, while none of them ends. */
  async function turns<Job extends { readonly id: number }>(
    count: number,
    lease: () => Promise<Job | null>,
    release: (job: Job) => Promise<void>,
    userOf: string,
  ): Promise<number[]> {
    const users: number[] = [];
    for (let turn = 0; turn < count; turn += 1) {
      const job = await lease();
      if (!job) throw new Error('there was no job to take');
      await release(job);
      const [row] = await database.query<{ user: number }>(userOf, [job.id]);
      users.push(row?.user ?? 0);
    }
    return users;
  }

  it('with their reshapings: many of one user do not hold up the one of another', async () => {
    await database.execute(
      `insert into accounts (id, user_id, version, deleted)
       select id, case when id = 21 then 2 else 1 end, 1, false from generate_series(1, 21) id`,
    );
    await database.execute(
      `insert into reshapes (account_id, cause, trace, transactions_total, created_at)
       select id, 'LINK_ADDED', '{}', 3, now() - interval '1 hour' + id * interval '1 second' from accounts`,
    );
    const worked = await turns(
      6,
      () => leaseReshape(database, LEASE_MS),
      (job) => releaseReshape(database, job),
      'select user_id as user from accounts join reshapes r on r.account_id = accounts.id where r.id = $1',
    );
    expect(worked).toEqual([1, 2, 1, 2, 1, 2]);
  });

  it('with applications of their rules, also where new ones come all the time', async () => {
    const add = (ruleId: number, userId: number) =>
      database.execute(
        `insert into rule_applications (rule_id, user_id, dry_run, account_ids, transactions_total, trace)
         values ($1, $2, false, '{1}', 3, '{}')`,
        [ruleId, userId],
      );
    await add(1, 1);
    await add(2, 2);
    let ruleId = 2;
    const worked = await turns(
      6,
      async () => {
        const job = await leaseApplication(database, LEASE_MS);
        await add((ruleId += 1), 1);
        return job;
      },
      (job) => releaseApplication(database, job),
      'select user_id as user from rule_applications where id = $1',
    );
    expect(worked).toEqual([1, 2, 1, 2, 1, 2]);
  });
});
