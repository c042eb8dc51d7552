import {
  createServiceDatabase,
  describePgBouncer,
  eventually,
  onlyUrlOf,
  ServiceDatabase,
  TestPgBouncer,
} from '@tributary/testing';
import { Client } from 'pg';
import { CommitSignals, Database, RequestOverError, StatementScope, withAdvisoryLock } from '../src';

const SCHEMA = 'behind_pooler';
/** Two of the server's connections for all: each transaction may get another one than its client's last. */
const SHARED = ['default_pool_size = 2'];

describePgBouncer('a database behind PgBouncer in transaction mode', () => {
  let server: ServiceDatabase;
  let pooler: TestPgBouncer;
  let direct: string;
  let admin: Client;
  let database: Database;

  beforeAll(async () => {
    server = await createServiceDatabase([{ schema: SCHEMA, migrations: [] }]);
    direct = onlyUrlOf(server);
    pooler = await TestPgBouncer.before([direct, server.url], SHARED);
    admin = new Client({ connectionString: server.url });
    await admin.connect();
    database = await Database.open({ url: pooler.urlOf(direct), schema: SCHEMA, migrations: [] });
    await database.execute('create table if not exists kept (id int)');
  });
  afterAll(async () => {
    await database.close();
    await admin.end();
    await pooler.stop();
    await server.drop();
  });

  /** What the server's sessions of the role run now. */
  async function running(mark: string): Promise<number> {
    const { rowCount } = await admin.query(
      `select 1 from pg_stat_activity where state = 'active' and usename = $1 and query like '%' || $2 || '%'`,
      [SCHEMA, mark],
    );
    return rowCount ?? 0;
  }

  const atOnce = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, (_, n) => work(n)));

  it('has its schema and its time limits in every transaction', async () => {
    const found = await atOnce(20, () =>
      database.query(
        `select current_schema() as schema, current_setting('statement_timeout') as statement,
                current_setting('idle_in_transaction_session_timeout') as idle`,
      ),
    );
    for (const [row] of found) expect(row).toEqual({ schema: SCHEMA, statement: '1h', idle: '15s' });
  });

  it('runs the same statements on any connection, prepared by none', async () => {
    const sums = await atOnce(40, (n) =>
      database.transaction(async (tx) => {
        const [row] = await tx.queryPrepared<{ sum: number }>(`select $1::int + ${n % 4} as sum`, [n]);
        return row?.sum;
      }),
    );
    expect(sums).toEqual(Array.from({ length: 40 }, (_, n) => n + (n % 4)));
    const plain = await atOnce(40, (n) => database.queryPrepared('select $1::int as n', [n]));
    expect(plain.flat()).toEqual(Array.from({ length: 40 }, (_, n) => ({ n })));
  });

  it.each<[string, (sql: string) => Promise<unknown>]>([
    ['a query', (sql) => database.query(sql)],
    ['a prepared query', (sql) => database.queryPrepared(sql)],
    ['a transaction', (sql) => database.transaction((tx) => tx.query(sql))],
  ])('cancels the statements of a request that is over, and no other’s: %s', async (name, run) => {
    const scope = new StatementScope(60_000);
    const mark = `over ${name}`;
    const other = database.query(`select pg_sleep(1), 'other'`);
    const outcome = scope.run(() => run(`select pg_sleep(60), '${mark}'`)).catch((error: unknown) => error);
    await eventually(async () => expect(await running(mark)).toBe(1));
    scope.end();
    expect(await outcome).toBeInstanceOf(RequestOverError);
    await eventually(async () => expect(await running(mark)).toBe(0));
    await other;
    expect(await atOnce(20, () => database.query('select 1 as one'))).toHaveLength(20);
  });

  it.each<[string, (sql: string) => Promise<unknown>]>([
    ['a query', (sql) => database.query(sql)],
    ['a transaction', (sql) => database.transaction((tx) => tx.query(sql))],
  ])(
    'ends a request’s statement at its time limit, which no other statement gets: %s',
    async (_name, run) => {
      const scope = new StatementScope(50);
      await expect(scope.run(() => run('select pg_sleep(60)'))).rejects.toBeInstanceOf(RequestOverError);
      await expect(atOnce(10, () => database.query('select pg_sleep(0.1)'))).resolves.toHaveLength(10);
    },
  );

  it('lets one instance of many migrate at a time', async () => {
    let underWay = 0;
    let most = 0;
    await atOnce(8, () =>
      withAdvisoryLock(pooler.urlOf(direct), 'alone', async () => {
        most = Math.max(most, (underWay += 1));
        await database.query('select pg_sleep(0.02)');
        underWay -= 1;
      }),
    );
    expect(most).toBe(1);
    const opened = await atOnce(6, () =>
      Database.open({ url: pooler.urlOf(direct), schema: SCHEMA, migrations: [], poolSize: 2 }),
    );
    for (const one of opened) await one.close();
    const { rowCount } = await admin.query(
      `select 1 from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = $1)`,
      [server.name],
    );
    expect(rowCount).toBe(0);
  });

  it('sets what an installation of before has not set for its role', async () => {
    const role = `alter role ${SCHEMA} in database "${server.name}"`;
    await admin.query(`${role} reset all`);
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${SCHEMA}'`);
    // The pooler may give out one of the connections that end.
    await eventually(() =>
      expect(Database.open({ url: pooler.urlOf(direct), schema: SCHEMA, migrations: [] })).rejects.toThrow(
        'the connections of a pooler are older than the settings of the role',
      ),
    );
    const straight = await Database.open({ url: direct, schema: SCHEMA, migrations: [] });
    await straight.close();
    await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = '${SCHEMA}'`);
    await eventually(async () => {
      const opened = await Database.open({ url: pooler.urlOf(direct), schema: SCHEMA, migrations: [] });
      expect(await opened.query('select current_schema() as schema')).toEqual([{ schema: SCHEMA }]);
      await opened.close();
    });
  });

  it('says which role it needs, instead of the pooler’s refusal', async () => {
    await expect(
      Database.open({ url: pooler.urlOf(server.url), schema: SCHEMA, migrations: [] }),
    ).rejects.toThrow(`has to be ${SCHEMA}`);
  });

  describe('signals of new work', () => {
    it('come by the direct address', async () => {
      const calls = jest.fn();
      const onUnsignalled = jest.fn();
      const signals = new CommitSignals(pooler.urlOf(direct), SCHEMA, { directUrl: direct, onUnsignalled });
      signals.on('work', calls);
      await eventually(() => expect(calls).toHaveBeenCalled());
      calls.mockClear();
      await admin.query(`select pg_notify('work_${SCHEMA}', '')`);
      await eventually(() => expect(calls).toHaveBeenCalledTimes(1));
      expect(onUnsignalled).not.toHaveBeenCalled();
      await signals.close();
    });

    it.each([
      ['there is none but the pooler’s', () => undefined],
      ['the direct one is out of order', () => 'postgres://nobody@127.0.0.1:9/none'],
    ])('are replaced by looks where %s, which is said once', async (_case, directUrl) => {
      const calls = jest.fn();
      const onUnsignalled = jest.fn();
      const signals = new CommitSignals(pooler.urlOf(direct), SCHEMA, {
        directUrl: directUrl(),
        onUnsignalled,
      });
      signals.on('work', calls);
      await eventually(() => expect(calls.mock.calls.length).toBeGreaterThan(2));
      expect(onUnsignalled).toHaveBeenCalledTimes(1);
      const { rowCount } = await admin.query(
        `select 1 from pg_stat_activity where usename = '${SCHEMA}' and query ilike 'listen%'`,
      );
      expect(rowCount).toBe(0);
      await signals.close();
    });
  });
});
