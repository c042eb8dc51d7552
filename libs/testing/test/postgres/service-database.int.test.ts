import { randomInt } from 'node:crypto';
import { Client } from 'pg';
import { createServiceDatabase, onlyUrlOf, ServiceSchema, testPostgres } from '../../src';
import { templatePrefix } from '../../src/postgres/test-postgres';

let migrated = 0;

/** Unique for this run, because a shared server may have the templates of earlier runs. */
const MADE_AT = 1_763_700_000_000 + randomInt(10 ** 9);

class Notes {
  readonly name: string = `Notes${MADE_AT}`;

  async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    migrated += 1;
    await runner.query('create table notes (id integer)');
  }

  async down(): Promise<void> {}
}

class Titles extends Notes {
  override readonly name = `Titles${MADE_AT + 1}`;

  override async up(runner: { query(sql: string): Promise<unknown> }): Promise<void> {
    await runner.query('alter table notes add column title text');
  }
}

const NOTES: ServiceSchema = { schema: 'rule_engine', migrations: [Notes] };

async function rows<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('the databases of services', () => {
  it('are migrated once, however many tests take one at once, and no test sees another’s rows', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => createServiceDatabase([NOTES])));
    expect(migrated).toBe(1);
    const [one = '', other = ''] = all.map(onlyUrlOf);
    await rows(one, 'insert into notes values (1)'); // in the role's own schema, by the role's own search path
    expect(await rows(one, 'select id from rule_engine.notes')).toEqual([{ id: 1 }]);
    expect(await rows(other, 'select id from notes')).toEqual([]);
    await Promise.all(all.map(({ drop }) => drop()));
  });

  it('have what a further migration adds', async () => {
    const further = { ...NOTES, migrations: [Notes, Titles] };
    const [older, newer] = await Promise.all([
      createServiceDatabase([NOTES]),
      createServiceDatabase([further]),
    ]);
    await rows(onlyUrlOf(newer), `insert into notes values (1, 'a title')`);
    await expect(rows(onlyUrlOf(older), `insert into notes values (1, 'a title')`)).rejects.toThrow(
      /INSERT has more/,
    );
    await Promise.all([older.drop(), newer.drop()]);
  });

  it('have each service’s schema, which no other service’s role may use', async () => {
    const both = await createServiceDatabase([NOTES, { schema: 'transfer_engine', migrations: [] }]);
    const other = both.urls.get('transfer_engine') ?? '';
    await expect(rows(other, 'select id from rule_engine.notes')).rejects.toThrow(/permission denied/);
    await both.drop();
  });

  it('leave no clone behind, and their templates refuse every connection', async () => {
    const database = await createServiceDatabase([NOTES]);
    await database.drop();
    const server = await testPostgres();
    const found = await rows<{ datname: string; datallowconn: boolean }>(
      server,
      `select datname, datallowconn from pg_database where datname = '${database.name}' or starts_with(datname, '${templatePrefix(process.env['TRIBUTARY_TEST_RUN'] ?? '')}')`,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.map(({ datallowconn }) => datallowconn)).not.toContain(true);
  });
});
