import { MessagingTables1763600000000 } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { leaseApplication, readProgress } from '../applications/rule-applications';
import { RuleApplications1763800000000 } from '../migrations/rule-applications.migration';
import { RuleTables1763700000000 } from '../migrations/rule-tables.migration';
import { leaseReshape, readCursor, releaseReshape } from './reshape-jobs';

const LEASE_MS = 60_000;
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('leased_jobs');
  const migrations = [MessagingTables1763600000000, RuleTables1763700000000, RuleApplications1763800000000];
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
