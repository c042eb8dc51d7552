import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { Database, IgnoredFailureError, Tx } from '../src';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('transactions');
  database = await Database.open({ url: server.url, schema: 'public', migrations: [], poolSize: 1 });
  await database.query('create table kept (id integer primary key)');
});

beforeEach(() => database.execute('truncate kept'));

afterAll(async () => {
  await database.close();
  await server.drop();
});

const ids = async (): Promise<number[]> =>
  (await database.query<{ id: number }>('select id from kept order by id')).map(({ id }) => id);

const add = (tx: Tx, id: number | null) => tx.queryPrepared('insert into kept values ($1)', [id]);

it('stores nothing if a statement fails, and the connection can be used', async () => {
  const failing = database.transaction(async (tx) => {
    await add(tx, 1);
    await add(tx, null);
  });
  await expect(failing).rejects.toMatchObject({ code: '23502' });
  await database.transaction((tx) => add(tx, 2));
  expect(await ids()).toEqual([2]);
});

it('fails if the failure of a statement was ignored: it is rolled back', async () => {
  const ignoring = database.transaction(async (tx) => {
    await add(tx, 1);
    await add(tx, 1).catch(() => undefined);
  });
  await expect(ignoring).rejects.toThrow(IgnoredFailureError);
  await database.transaction((tx) => add(tx, 2));
  expect(await ids()).toEqual([2]);
});
