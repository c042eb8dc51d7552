import { Client } from 'pg';
import { createTestDatabase, testPostgres } from '../../src';

async function rows(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end();
  }
}

describe('the databases of a test run', () => {
  it('are empty, and no test sees another’s rows', async () => {
    const [one, other] = await Promise.all([createTestDatabase('one'), createTestDatabase('one')]);
    await rows(one.url, 'CREATE TABLE written (value int)');
    const tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'";
    expect(await rows(one.url, tables)).toEqual([{ tablename: 'written' }]);
    expect(await rows(other.url, tables)).toEqual([]);
    await Promise.all([one.drop(), other.drop()]);
  });

  it('order text by code point and know the case of letters beyond ASCII, on every system', async () => {
    const { url, drop } = await createTestDatabase();
    const sorted = `SELECT string_agg(v, '' ORDER BY v) AS sorted, 'ä' ILIKE 'Ä' AS same FROM unnest('{a,B,ä,b}'::text[]) v`;
    expect(await rows(url, sorted)).toEqual([{ sorted: 'Babä', same: true }]);
    await drop();
  });

  it('disappear when dropped, even with an open connection', async () => {
    const database = await createTestDatabase();
    const open = new Client({ connectionString: database.url });
    open.on('error', () => undefined);
    await open.connect();
    await database.drop();
    const left = await rows(
      await testPostgres(),
      `SELECT 1 FROM pg_database WHERE datname = '${database.name}'`,
    );
    expect(left).toEqual([]);
  });
});
