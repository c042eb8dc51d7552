import { Database, deleteOldRows } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { MESSAGING_MIGRATIONS } from '../../src/messaging-migrations';
import { findReply } from '../../src/commands/processed-commands';
import { ANSWERED_COMMANDS } from '../../src/commands/processed-commands.store';

let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('processed_commands');
  const migrations = MESSAGING_MIGRATIONS;
  database = await Database.open({ url: server.url, schema: 'public', migrations });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

it('answers are deleted after a day, in bounded pieces; younger ones are returned again', async () => {
  await database.execute(
    `insert into processed_commands (command_id, request_hash, reply, created_at)
     select nth::text, 'hash', '{"ok":true,"result":null}', now() - make_interval(hours => nth)
       from generate_series(20, 29) nth`,
  );
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(4);
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(2);
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(0);
  expect(await findReply(database, '23', 'hash')).toEqual({ ok: true, result: null });
  expect(await findReply(database, '24', 'hash')).toBeNull();
});
