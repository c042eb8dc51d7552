import { Database, deleteOldRows } from '@tributary/persistence';
import { createTestDatabase, TestDatabase } from '@tributary/testing';
import { MESSAGING_MIGRATIONS } from '../../src/messaging-migrations';
import { admit, DeadlinePassedError } from '../../src/commands/processed-commands';
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

const HOUR_MS = 3_600_000;
const sent = (commandId: string, requestHash = 'hash', deadline = Date.now() + HOUR_MS) =>
  admit(database, { commandId, requestHash, deadline });

it('answers are deleted after a day, in bounded pieces; younger ones are returned again', async () => {
  await database.execute(
    `insert into processed_commands (command_id, request_hash, reply, created_at)
     select nth::text, 'hash', '{"ok":true,"result":null}', now() - make_interval(hours => nth)
       from generate_series(20, 29) nth`,
  );
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(4);
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(2);
  expect(await deleteOldRows(database, ANSWERED_COMMANDS, 4)).toBe(0);
  expect(await sent('23')).toEqual({ reply: { ok: true, result: null } });
  expect(await sent('24')).toEqual({ leftMs: expect.any(Number) as number });
});

it('an answer is returned also after the deadline; without one the command does not begin then', async () => {
  await database.execute(
    `insert into processed_commands (command_id, request_hash, reply) values ('answered', 'hash', '{"ok":true}')`,
  );
  expect(await sent('answered', 'hash', 0)).toEqual({ reply: { ok: true } });
  await expect(sent('new', 'hash', 0)).rejects.toThrow(DeadlinePassedError);
});

it('the same id with another request is refused by the name of the header', async () => {
  await database.execute(
    `insert into processed_commands (command_id, request_hash, reply) values ('used', 'hash', '{"ok":true}')`,
  );
  await expect(sent('used', 'another')).rejects.toMatchObject({
    detail: { kind: 'invalid', errors: { 'Idempotency-Key': [expect.any(String)] } },
  });
});
