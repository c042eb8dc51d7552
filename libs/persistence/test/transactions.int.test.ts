import { AddressInfo, connect, createServer } from 'node:net';
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

it('runs work after the commit, and none after a rollback', async () => {
  const seen: number[][] = [];
  const stored: Promise<void>[] = [];
  const look = () => void stored.push(ids().then((found) => void seen.push(found)));
  await database.transaction(async (tx) => {
    tx.afterCommit(look);
    await add(tx, 1);
  });
  const failing = database.transaction(async (tx) => {
    tx.afterCommit(look);
    await add(tx, null);
  });
  await expect(failing).rejects.toMatchObject({ code: '23502' });
  await Promise.all(stored);
  expect(seen).toEqual([[1]]);
});

/** Brings the end of each answer, the state of the transaction, some moments after the rest. */
async function lineInPieces(databaseUrl: string) {
  const target = new URL(databaseUrl);
  const line = createServer((client) => {
    const database = connect(Number(target.port), target.hostname);
    client.pipe(database);
    database.on('data', (answer) => {
      const end =
        answer.at(-READY_FOR_QUERY_BYTES) === 'Z'.charCodeAt(0) ? -READY_FOR_QUERY_BYTES : answer.length;
      client.write(answer.subarray(0, end));
      database.pause();
      setTimeout(() => {
        client.write(answer.subarray(end));
        database.resume();
      }, 20);
    });
    database.on('close', () => client.destroy()).on('error', () => client.destroy());
    client.on('close', () => database.destroy()).on('error', () => database.destroy());
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const url = new URL(target);
  url.host = `127.0.0.1:${(line.address() as AddressInfo).port}`;
  return { url: url.href, close: () => new Promise((resolve) => line.close(resolve)) };
}
const READY_FOR_QUERY_BYTES = 6;

describe('if the failure of a statement was ignored', () => {
  const addTwice = (using: Database): Promise<void> =>
    using.transaction(async (tx) => {
      await add(tx, 1);
      await add(tx, 1).catch(() => undefined);
    });

  it('fails, and is rolled back', async () => {
    await expect(addTwice(database)).rejects.toThrow(IgnoredFailureError);
    await database.transaction((tx) => add(tx, 2));
    expect(await ids()).toEqual([2]);
  });

  it('fails even if PostgreSQL says only later that the transaction failed', async () => {
    const line = await lineInPieces(server.url);
    const slow = await Database.open({ url: line.url, schema: 'public', migrations: [], poolSize: 1 });
    try {
      await expect(addTwice(slow)).rejects.toThrow(IgnoredFailureError);
      await slow.transaction((tx) => add(tx, 2));
      expect(await ids()).toEqual([2]);
    } finally {
      await slow.close();
      await line.close();
    }
  });

  it('fails if TypeORM began the transaction', async () => {
    const ignoring = database.dataSource.transaction(async (manager) => {
      await manager.query('insert into kept values (1)');
      await manager.query('insert into kept values (1)').catch(() => undefined);
    });
    await expect(ignoring).rejects.toThrow(IgnoredFailureError);
    expect(await ids()).toEqual([]);
  });
});
