import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { Client } from 'pg';
import { plainArray, textArray } from '../../src/transfers/array-parameters';

let database: TestDatabase;
let client: Client;

beforeAll(async () => {
  database = await createTestDatabase('arrays');
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

it('Postgres reads back the written values, whatever they are', async () => {
  const texts = [
    '',
    'a',
    'NULL',
    'null',
    null,
    '"',
    '\\',
    'a,b',
    '{x}',
    ' ',
    "it's",
    'é😀\n\t',
    '2026-03-02',
    'trb:a_b-c.d',
  ];
  const numbers = [1, -2.5, Number.MAX_SAFE_INTEGER, null];
  const { rows } = await client.query<{ texts: unknown; numbers: unknown; flags: unknown }>(
    'select $1::text[] as texts, $2::float8[] as numbers, $3::boolean[] as flags',
    [textArray(texts), plainArray(numbers), plainArray([true, false, null])],
  );
  expect(rows[0]).toEqual({ texts, numbers, flags: [true, false, null] });
});
