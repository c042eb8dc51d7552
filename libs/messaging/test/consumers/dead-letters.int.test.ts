import { randomBytes } from 'node:crypto';
import { Database } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { ReceivedMessage } from '../../src/bus-engine';
import { MESSAGING_MIGRATIONS } from '../../src/messaging-migrations';
import { PostgresDeadLetters } from '../../src/consumers/dead-letters.store';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase();
  database = await Database.open({
    url: server.url,
    schema: 'public',
    migrations: MESSAGING_MIGRATIONS,
  });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

function foreignMessage(value: string): ReceivedMessage {
  const headers = { origin: 'else\0where' };
  return { topic: 'transaction.upserted', key: 'no\0key', value, headers, partition: 0, offset: '0' };
}

it.each([
  ['a NUL byte', '{"id":\0'],
  ['an id with a NUL in it', '{"id":"a\\u0000"}'],
  ['an id too long for an index', JSON.stringify({ id: randomBytes(4000).toString('hex') })],
])(
  'a message with %s becomes a dead letter like any other and does not block its partition',
  async (_, value) => {
    const letters = new PostgresDeadLetters(database);
    const letter = { message: foreignMessage(value), item: -1, error: new Error('no\0sense'), attempts: 1 };
    await letters.add(letter);
    await letters.add(letter);
    const kept = await letters.list();
    expect(kept.filter((one) => one.value === value.replaceAll('\0', '\uFFFD'))).toHaveLength(1);
  },
);
