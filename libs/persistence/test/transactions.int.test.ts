import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { Database, Tx } from '../src';
import { StatementGroup } from '../src/statement-group';
import { RolledBackError } from '../src/transaction-client';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('transactions');
  database = await Database.open({ url: server.url, schema: 'public', migrations: [], poolSize: 1 });
  await database.query('create table kept (id integer primary key)');
});

beforeEach(() => database.execute('truncate kept'));

afterEach(() => jest.restoreAllMocks());

afterAll(async () => {
  await database.close();
  await server.drop();
});

const ids = async (): Promise<number[]> =>
  (await database.query<{ id: number }>('select id from kept order by id')).map(({ id }) => id);

const add = (tx: Tx, id: unknown) =>
  tx.queryPrepared<{ id: number }>('insert into kept values ($1) returning id', [id]);

const addLast = (tx: Tx, id: unknown) =>
  tx.last({ sql: 'insert into kept values ($1)', parameters: [id], isPrepared: true });

/** How often a piece was sent and answered, from here on. */
function pieces(): () => number {
  const ended = jest.spyOn(StatementGroup.prototype, 'handleReadyForQuery');
  return () => ended.mock.calls.length;
}

it('is sent in one piece where nothing waits for an answer', async () => {
  const sent = pieces();
  await database.transaction(async (tx) => {
    await Promise.all([add(tx, 1), add(tx, 2)]);
    await addLast(tx, 3);
  });
  expect(sent()).toBe(2); // begin, 1, 2; then 3, commit
  expect(await ids()).toEqual([1, 2, 3]);
});

it('needs no piece without a statement', async () => {
  const sent = pieces();
  await database.transaction(async () => undefined);
  await expect(database.transaction(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(sent()).toBe(0);
});

it('gives each statement of a piece its own result', async () => {
  const results = await database.transaction((tx) =>
    Promise.all([
      tx.queryPrepared('select 1 as one where $1', [true]),
      tx.query('select 2 as two from generate_series(1, $1)', [2]),
      tx.query('insert into kept values (3); insert into kept values (4)'),
      tx.execute('insert into kept values ($1)', [5]),
    ]),
  );
  expect(results).toEqual([[{ one: 1 }], [{ two: 2 }, { two: 2 }], [], 1]);
  expect(await ids()).toEqual([3, 4, 5]);
});

it('runs several last statements in their order', async () => {
  await database.query('create table ordered (at serial, id integer)');
  await database.transaction(async (tx) => {
    for (const id of [1, 2, 3]) {
      await tx.last({ sql: 'insert into ordered (id) values ($1)', parameters: [id], isPrepared: false });
    }
  });
  expect(await database.query('select id from ordered order by at')).toEqual([
    { id: 1 },
    { id: 2 },
    { id: 3 },
  ]);
});

it('stores nothing if its first statement fails, and the connection can be used', async () => {
  await expect(database.transaction((tx) => add(tx, null))).rejects.toMatchObject({ code: '23502' });
  await database.transaction((tx) => add(tx, 1));
  expect(await ids()).toEqual([1]);
});

it('stores nothing if one of a piece fails: those before it are rolled back, those after it do not run', async () => {
  let settled: readonly string[] = [];
  const attempt = database.transaction(async (tx) => {
    const all = await Promise.allSettled([add(tx, 1), add(tx, 1), add(tx, 2)]);
    settled = all.map(({ status }) => status);
    throw new Error('not all were stored');
  });
  await expect(attempt).rejects.toThrow('not all were stored');
  expect(settled).toEqual(['fulfilled', 'rejected', 'rejected']);
  expect(await ids()).toEqual([]);
});

it('commits nothing if its last statement fails', async () => {
  await expect(
    database.transaction(async (tx) => {
      await add(tx, 1);
      await addLast(tx, 1);
    }),
  ).rejects.toMatchObject({ code: '23505' });
  expect(await ids()).toEqual([]);
});

it('commits nothing if a value of its last statement cannot be written', async () => {
  const unwritable = {
    toPostgres: () => {
      throw new Error('not a value');
    },
  };
  await expect(
    database.transaction(async (tx) => {
      await add(tx, 1);
      await addLast(tx, unwritable);
    }),
  ).rejects.toThrow('not a value');
  expect(await ids()).toEqual([]);
  await database.transaction((tx) => add(tx, 2));
  expect(await ids()).toEqual([2]);
});

it('fails if the failure of a statement was ignored: it is rolled back', async () => {
  const ignoring = database.transaction(async (tx) => {
    await add(tx, 1);
    await add(tx, 1).catch(() => undefined);
  });
  const error = await ignoring.catch((caught: unknown) => caught as { readonly driverError: unknown });
  expect(error).toMatchObject({ driverError: expect.any(RolledBackError) as unknown });
  expect(await ids()).toEqual([]);
});

it('runs no statement outside of a transaction that did not begin', async () => {
  const other = await Database.open({ url: server.url, schema: 'public', migrations: [], poolSize: 1 });
  await other.transaction((tx) => add(tx, 1));
  await other.query('deallocate "START TRANSACTION"');
  const attempt = other.transaction(async (tx) => {
    await add(tx, 2).catch(() => undefined);
    await add(tx, 3);
  });
  await expect(attempt).rejects.toMatchObject({ code: '26000' });
  expect(await other.query('select id from kept')).toEqual([{ id: 1 }]);
  await other.close();
});

it('prepares a statement again whose first preparation failed', async () => {
  const read = () => database.transaction((tx) => tx.queryPrepared('select * from later where $1', [true]));
  await expect(read()).rejects.toMatchObject({ code: '42P01' });
  await database.query('create table later ()');
  expect(await read()).toEqual([]);
});
