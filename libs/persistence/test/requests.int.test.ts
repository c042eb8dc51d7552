import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import { Database, RequestOverError, StatementScope, TooManyWaitingError } from '../src';

const POOL_SIZE = 8;

let test: TestDatabase;
let database: Database;

beforeAll(async () => {
  test = await createTestDatabase('requests');
  database = await Database.open({ url: test.url, schema: 'public', migrations: [], poolSize: POOL_SIZE });
});
afterAll(async () => {
  await database.close();
  await test.drop();
});

function scopeOf(
  userId: number | null,
  { timeoutMs = 60_000, cost = 'usual' }: { timeoutMs?: number; cost?: 'usual' | 'costly' } = {},
) {
  return Object.assign(new StatementScope(timeoutMs), { userId, cost });
}

/** How many connections do this now, as the server reports it. */
async function running(mark: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from pg_stat_activity
      where state = 'active' and pid <> pg_backend_pid() and query like '%' || $1 || '%'`,
    [mark],
  );
  return row?.count ?? 0;
}

const sleeping = (mark: string) => `select pg_sleep(30), '${mark}'`;

describe('a request’s statements', () => {
  it.each<[string, (sql: string) => Promise<unknown>]>([
    ['a query', (sql) => database.query(sql)],
    ['a prepared query', (sql) => database.queryPrepared(sql)],
    ['a transaction', (sql) => database.transaction((tx) => tx.query(sql))],
  ])('are cancelled in the database when the request is over: %s', async (name, run) => {
    const scope = scopeOf(null);
    const mark = `cancelled ${name}`;
    const outcome = scope.run(() => run(sleeping(mark))).catch((error: unknown) => error);
    await eventually(async () => expect(await running(mark)).toBe(1));
    scope.end();
    expect(await outcome).toBeInstanceOf(RequestOverError);
    await eventually(async () => expect(await running(mark)).toBe(0));
    // The next user of the connection gets it unchanged.
    const next = await Promise.all(
      Array.from({ length: POOL_SIZE }, () => database.query('select 1 as one')),
    );
    expect(next).toHaveLength(POOL_SIZE);
  });

  it('end after their time limit, unlike those of background work', async () => {
    const failed = scopeOf(null, { timeoutMs: 50 })
      .run(() => database.query('select pg_sleep(30)'))
      .catch((error: unknown) => error);
    expect(await failed).toBeInstanceOf(RequestOverError);
    await expect(
      Promise.all(Array.from({ length: POOL_SIZE }, () => database.query('select pg_sleep(0.2)'))),
    ).resolves.toHaveLength(POOL_SIZE);
  });

  it('do not begin after the request has ended', async () => {
    const scope = scopeOf(null);
    scope.end();
    await expect(scope.run(() => database.query('select 1'))).rejects.toThrow(RequestOverError);
    const between = scopeOf(null);
    const late = between.run(() =>
      database.transaction(async (tx) => {
        between.end();
        await tx.query('select 1');
      }),
    );
    await expect(late).rejects.toThrow(RequestOverError);
  });

  it('of one user leave connections to another, however many they are', async () => {
    const greedy = Array.from({ length: 50 }, () => scopeOf(1));
    const outcomes = greedy.map((scope) =>
      scope.run(() => database.query(sleeping('greedy'))).catch((error: unknown) => error),
    );
    await eventually(async () => expect(await running('greedy')).toBeGreaterThan(0));
    const began = performance.now();
    await scopeOf(2).run(() => database.query('select 1'));
    expect(performance.now() - began).toBeLessThan(1000);
    expect(await database.trouble()).toBeNull();
    for (const scope of greedy) scope.end();
    for (const outcome of await Promise.all(outcomes)) expect(outcome).toBeInstanceOf(RequestOverError);
  });

  it('run one at a time if they are costly, and are refused if too many wait', async () => {
    const greedy = Array.from({ length: 60 }, () => scopeOf(1, { cost: 'costly' }));
    const outcomes = greedy.map((scope) =>
      scope.run(() => database.query(sleeping('costly'))).catch((error: unknown) => error),
    );
    await eventually(async () => expect(await running('costly')).toBe(1));
    await scopeOf(2, { cost: 'costly' }).run(() => database.query('select 1'));
    await scopeOf(1).run(() => database.query('select 1'));
    expect(await running('costly')).toBe(1);
    for (const scope of greedy) scope.end();
    const refused = (await Promise.all(outcomes)).filter((error) => error instanceof TooManyWaitingError);
    expect(refused).toHaveLength(9);
  });

  it('of one request share its slot, so that they never wait for each other', async () => {
    const scopes = Array.from({ length: 20 }, () => scopeOf(1));
    const nested = scopes.map((scope) =>
      scope.run(() =>
        database.transaction(async (tx) => {
          await tx.query('select 1');
          return scope.run(() => database.query<{ one: number }>('select 1 as one'));
        }),
      ),
    );
    expect((await Promise.all(nested)).flat()).toHaveLength(20);
  });
});

it('readiness answers while every connection of the pool is in use and others wait', async () => {
  const held = Array.from({ length: 2 * POOL_SIZE }, () => database.query('select pg_sleep(1)'));
  const began = performance.now();
  expect(await database.trouble()).toBeNull();
  expect(performance.now() - began).toBeLessThan(500);
  await Promise.all(held);
});
