import { Database } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { HeldLease, momentNow, releaseLeases, renewLeases } from '../src';
import { renewLease } from '../src/leases.store';

const LEASE_MS = 60_000;
const WORK = { table: 'work', key: 'id' };
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('leases');
  database = await Database.open({ url: server.url, schema: 'public', migrations: [] });
  await database.execute('create table work (id bigint primary key, fence bigint, lease_until timestamptz)');
  await database.execute('create table parts (work_id bigint references work)');
});
beforeEach(async () => {
  await database.execute('truncate work, parts');
  await database.execute(`insert into work select id, 7, clock_timestamp() from generate_series(1, 5) id`);
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

const held = (id: number, fence = 7) => new HeldLease(id, fence, LEASE_MS, momentNow());
const renew = (...leases: HeldLease[]) => renewLeases(database, WORK, leases);
const renewedIds = async () =>
  (
    await database.query<{ id: number }>(
      `select id from work where lease_until > clock_timestamp() + interval '50 seconds' order by id`,
    )
  ).map(({ id }) => id);

it('renews many leases at once, also those that ended and that no other process has claimed', async () => {
  expect(await renew(held(1), held(3))).toEqual([
    { key: 1, fence: 7, renewed: true },
    { key: 3, fence: 7, renewed: true },
  ]);
  expect(await renewedIds()).toEqual([1, 3]);
});

it('says which ones another process has, were released, or are gone, and leaves them as they are', async () => {
  await database.execute(`update work set fence = 8 where id = 1`);
  await database.execute(`update work set lease_until = null where id = 2`);
  await database.execute(`delete from work where id = 3`);
  const renewals = await renew(held(1), held(2), held(3), held(4));
  expect(new Map(renewals.map(({ key, renewed }) => [key, renewed]))).toEqual(
    new Map([
      [1, false],
      [2, false],
      [3, false],
      [4, true],
    ]),
  );
  expect(await renewedIds()).toEqual([4]);
});

it('does not wait for a row that is being saved, and a row that is referred to is not locked by that', async () => {
  await database.transaction(async (tx) => {
    await tx.query('select 1 from work where id = 1 for update');
    await tx.execute('insert into parts values (2)');
    expect((await renew(held(1), held(2), held(3))).map(({ key }) => key).sort()).toEqual([2, 3]);
  });
  expect(await renewedIds()).toEqual([2, 3]);
});

it('renews one lease, until another process has the row or it was released', async () => {
  const lease = held(1);
  expect(await renewLease(database, WORK, lease)).toBe(true);
  expect(await renewedIds()).toEqual([1]);
  await database.execute('update work set fence = 8 where id = 1');
  await database.execute('update work set lease_until = null where id = 2');
  expect([await renewLease(database, WORK, lease), await renewLease(database, WORK, held(2))]).toEqual([
    false,
    false,
  ]);
});

it('releases the rows that are still its own', async () => {
  await database.execute('update work set fence = 8 where id = 2');
  await releaseLeases(database, WORK, [held(1), held(2), { id: 3, fence: 7 }]);
  const free = await database.query<{ id: number }>(
    'select id from work where lease_until is null order by id',
  );
  expect(free.map(({ id }) => id)).toEqual([1, 3]);
});
