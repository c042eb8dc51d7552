import { Database, provisionSchemas } from '@tributary/persistence';
import { SecretBox } from '@tributary/secrets';
import { createTestDatabase, TestDatabase, ROLE_PASSWORD } from '@tributary/testing';
import { randomBytes } from 'node:crypto';
import { rotateKeys } from '../../src/key-rotation/rotate-keys';
import { resealRows, SealedColumn } from '../../src/key-rotation/sealed-column';

const newKey = () => randomBytes(32).toString('base64');
const [OLD, NEW] = [newKey(), newKey()];
const old = new SecretBox(OLD);
const rotated = new SecretBox(NEW, [OLD]);
const context = (id: unknown) => `things.secret:${String(id)}`;

const SECRET: SealedColumn = {
  table: 'things',
  column: 'secret',
  key: 'id',
  type: 'text',
  contextColumns: ['id'],
  contextOf: ({ id }) => context(id),
};
const COLUMNS: SealedColumn[] = [SECRET, { ...SECRET, column: 'retired', type: 'jsonb' }];

let testDatabase: TestDatabase;
let database: Database;

beforeEach(async () => {
  testDatabase = await createTestDatabase('keys');
  const urls = await provisionSchemas(testDatabase.url, [{ schema: 'rule_engine', password: ROLE_PASSWORD }]);
  database = await Database.open({
    url: urls.get('rule_engine') ?? '',
    schema: 'rule_engine',
    poolSize: 3,
    entities: [],
    migrations: [],
  });
  await database.execute('create table things (id bigint primary key, secret text, retired jsonb)');
});
afterEach(async () => {
  await database.close();
  await testDatabase.drop();
});

async function fill(count: number, box = old, from = 1): Promise<void> {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = from + index;
    const sealed = box.seal(`secret ${id}`, context(id));
    return { id, secret: sealed, retired: [{ secret: box.seal(`older ${id}`, context(id)), until: 'then' }] };
  });
  await database.execute(
    `insert into things select * from jsonb_to_recordset($1::jsonb) as r(id bigint, secret text, retired jsonb)`,
    [JSON.stringify(rows)],
  );
}

/** What the new key alone opens. */
async function opened(): Promise<string[]> {
  const alone = new SecretBox(NEW);
  const rows = await database.query<{ id: number; secret: string; retired: { secret: string }[] }>(
    'select id, secret, retired from things where secret is not null order by id',
  );
  return rows.flatMap(({ id, secret, retired }) =>
    [secret, retired[0]?.secret ?? ''].map((sealed) => alone.open(sealed, context(id))),
  );
}

it('all rows, also inside documents, are encrypted with the new key, with progress, and can be read without the old key', async () => {
  await fill(1200);
  await fill(1, rotated, 5000);
  await database.execute('insert into things (id) values (9999)');
  const said: string[] = [];
  await rotateKeys(database, rotated, COLUMNS, (line) => void said.push(line));
  const all = await opened();
  expect(all).toHaveLength(2402);
  expect(all.slice(0, 2)).toEqual(['secret 1', 'older 1']);
  expect(said).toEqual([
    'things.secret: 500 sealed again',
    'things.secret: 1000 sealed again',
    'things.secret: 1200 sealed again',
    'things.secret: done, 1200 sealed again, none left',
    'things.retired: 500 sealed again',
    'things.retired: 1000 sealed again',
    'things.retired: 1200 sealed again',
    'things.retired: done, 1200 sealed again, none left',
  ]);
});

it('one that was stopped continues from its cursor, and a second one has no work', async () => {
  await fill(30);
  expect(await database.transaction((tx) => resealRows(tx, rotated, SECRET, 20))).toBe(20);
  const said: string[] = [];
  await rotateKeys(database, rotated, [SECRET], (line) => void said.push(line));
  expect(said).toEqual(['things.secret: 10 sealed again', 'things.secret: done, 10 sealed again, none left']);
  const before = await database.query('select secret from things order by id');
  await rotateKeys(database, rotated, [SECRET], () => undefined);
  expect(await database.query('select secret from things order by id')).toEqual(before);
});

it('locked rows are waited for', async () => {
  await fill(3);
  let free: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (free = resolve));
  const working = database.transaction(async (tx) => {
    await tx.query('select 1 from things where id = 2 for update');
    await held;
  });
  const said: string[] = [];
  const rotation = rotateKeys(database, rotated, [SECRET], (line) => {
    said.push(line);
    if (said.length === 1) free();
  });
  await Promise.all([working, rotation]);
  expect(said.at(-1)).toBe('things.secret: done, 3 sealed again, none left');
});

it('a value that no key decrypts stops it, and no row of its batch is changed', async () => {
  await fill(3);
  await fill(1, new SecretBox(newKey()), 4);
  await expect(rotateKeys(database, rotated, [SECRET], () => undefined)).rejects.toThrow('another key');
  const sealed = await database.query<{ secret: string }>('select secret from things order by id');
  expect(sealed.every(({ secret }) => !secret.startsWith(`v1.${rotated.keyId}.`))).toBe(true);
});
