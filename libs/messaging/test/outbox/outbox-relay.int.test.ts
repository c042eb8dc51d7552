import { Database } from '@tributary/persistence';
import { createTestDatabase, eventually, TestDatabase } from '@tributary/testing';
import { OutgoingMessage } from '../../src/bus-engine';
import { MESSAGING_MIGRATIONS } from '../../src/messaging-migrations';
import { OutboxRelay } from '../../src/outbox/outbox-relay';
import { PostgresOutboxStore } from '../../src/outbox/outbox.store';

const BACKLOG = 20_000;
const KEYS = 50;
const LEASE_MS = 60_000;
let server: TestDatabase;
let database: Database;

beforeAll(async () => {
  server = await createTestDatabase('outbox_relay');
  const migrations = MESSAGING_MIGRATIONS;
  database = await Database.open({ url: server.url, schema: 'public', migrations });
});

afterAll(async () => {
  await database.close();
  await server.drop();
});

const waiting = async (): Promise<number> =>
  (await database.query<{ count: number }>('select count(*) from outbox'))[0]?.count ?? -1;

const fill = (messages: number) =>
  database.execute(
    `insert into outbox (topic, key, value, headers)
     select 'transaction.upserted', (nth % ${KEYS})::text, nth::text, '{}' from generate_series(1, $1::integer) nth`,
    [messages],
  );

it('a backlog is sent in order, each message once, while more arrive, until it is empty', async () => {
  const published: OutgoingMessage[] = [];
  const engine = {
    publishing: { batchSize: 500, inFlightMax: 1 },
    publish: async (messages: readonly OutgoingMessage[]) => void published.push(...messages),
  };
  await fill(BACKLOG);
  const relay = new OutboxRelay(new PostgresOutboxStore(database), engine, { pollMs: 20 });
  relay.start();
  await fill(KEYS);
  await eventually(async () => expect(await waiting()).toBe(0), { timeoutMs: 25_000, intervalMs: 50 });
  await relay.stop();
  expect(published).toHaveLength(BACKLOG + KEYS);
  for (let key = 0; key < KEYS; key += 1) {
    const values = published.filter((one) => one.key === String(key)).map(({ value }) => Number(value));
    const first = values.slice(0, BACKLOG / KEYS);
    expect(first).toEqual([...first].sort((a, b) => a - b));
    expect(values).toHaveLength(BACKLOG / KEYS + 1);
  }
});

it('a relay that paused past its lease deletes no message that its successor has not published', async () => {
  const store = new PostgresOutboxStore(database);
  const sleeper = await store.holdLease(null, LEASE_MS);
  expect(await store.holdLease(null, LEASE_MS)).toBeNull();
  await database.execute(`update outbox_lease set lease_until = clock_timestamp() - interval '1 second'`);
  const successor = await store.holdLease(null, LEASE_MS);
  await fill(1);
  const ids = (await store.read(10, [])).map(({ id }) => id);
  expect(await store.deleteAndRead(ids, sleeper ?? 0, 1, [])).toMatchObject({ held: false });
  expect(await waiting()).toBe(1);
  expect(await store.deleteAndRead(ids, successor ?? 0, 1, [])).toEqual({ held: true, messages: [] });
  expect(await waiting()).toBe(0);
});
