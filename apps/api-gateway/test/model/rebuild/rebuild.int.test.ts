import {
  AccountDeletedV1,
  AccountUpsertedV1,
  DriftCheckUpsertedV1,
  InstitutionUpsertedV1,
  TransactionShapedV1,
} from '@tributary/contracts';
import { eventually } from '@tributary/testing';
import { FilledEvent, filledEvents, SAMPLE_IDS } from '../../contract/filled-events';
import { GatewayUnderTest } from '../../gateway-under-test';
import { OWNERS, PlayedReplay } from '../../played-replay';
import { shapedOf, transactionOf } from '../../samples';
import { QUERY_MODEL_TABLES } from '../../../src/model/tables';
import { checksumModel } from '../../../src/model/rebuild/checksum';
import { beginRebuild, cancelRebuild } from '../../../src/model/rebuild/rebuilds';

/** What the gateway owns itself, or needs to run: no rebuild touches it. */
const OTHER_TABLES =
  /^(users|tokens|sessions|sign_in_failures|oauth_|grants|security_events|known_|feeds|request_counts|idempotency_keys|migrations|jobs|outbox|dead_letters|processed_commands|operator_requests|query_model_|erased_|user_|change_clocks|model_changes|failing_since|mails|notice_settings|deleted_|exports?|followed_grants|setups|invitations|one_use_codes)/;

const OF_ANN = { mark: 'ann', offset: 0 };
const OF_BEA = { mark: 'bea', offset: 1_000_000, shared: ['institution_id'] };
const BEAS_ACCOUNT = SAMPLE_IDS.accountId + OF_BEA.offset;

let gateway: GatewayUnderTest;
let annId: number;
let beaId: number;
let published: FilledEvent[];

beforeAll(async () => {
  gateway = await GatewayUnderTest.start();
  annId = await gateway.user('ann@example.com');
  beaId = await gateway.user('bea@example.com');
  published = [
    ...filledEvents({ ...OF_ANN, userId: annId }),
    ...filledEvents({ ...OF_BEA, userId: beaId }).filter(
      ({ contract }) => contract !== InstitutionUpsertedV1,
    ),
  ];
  for (const { contract, key, payload } of published) await gateway.publish(contract, key, payload);
  await gateway.publish(AccountDeletedV1, BEAS_ACCOUNT, { id: BEAS_ACCOUNT, version: 99, userId: beaId });
}, 60_000);
afterAll(() => gateway.close());

/** Owners have nothing of a deleted account; what drift checks found they keep no more than once. */
function replayedEvents(): FilledEvent[] {
  return published
    .filter(({ contract, key }) => contract !== AccountUpsertedV1 || key !== BEAS_ACCOUNT)
    .map((one) =>
      one.contract === DriftCheckUpsertedV1 ? { ...one, payload: { ...one.payload, differences: [] } } : one,
    );
}

async function begin(): Promise<PlayedReplay> {
  const id = await beginRebuild(gateway.database, `test ${Math.random()}`);
  return new PlayedReplay(gateway, id);
}

/** Of the last rebuild. */
async function state(): Promise<string | undefined> {
  const [row] = await gateway.database.query<{ state: string }>(
    'select state from query_model_rebuilds order by id desc limit 1',
  );
  return row?.state;
}

function ended(as: 'DONE' | 'FAILED' = 'DONE'): Promise<void> {
  return eventually(async () => expect(await state()).toBe(as), { timeoutMs: 30_000 });
}

/** A thing of each kind is wrong: missing, changed, made up, taken for deleted. */
async function corrupt(): Promise<void> {
  for (const sql of [
    `update transactions set amount = 12345, shaped = null, shaped_version = 4000000`,
    `delete from rules`,
    `delete from transfer_logs`,
    `update transfer_links set deleted = true, document = null`,
    `insert into connections select id + 500, version, user_id, deleted, created_at, updated_at, document from connections`,
    `update transaction_counts set transactions = 77`,
    `update webhook_endpoints set document = document || '{"url": "https://elsewhere.example"}'`,
  ]) {
    await gateway.database.execute(sql);
  }
}

it('declares for every table of the schema whether a rebuild fills it', async () => {
  const rows = await gateway.database.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  );
  const names = rows.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...QUERY_MODEL_TABLES]));
  const known = new Set<string>(QUERY_MODEL_TABLES);
  expect(names.filter((name) => !known.has(name) && !OTHER_TABLES.test(name))).toEqual([]);
});

it('creates tables exactly like those of the migrations', async () => {
  const shape = () =>
    gateway.database.query(
      `select c.relname, c.reloptions,
              (select array_agg(a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || a.attnotnull || a.attgenerated::text
                                order by a.attname) from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
              (select array_agg(pg_get_indexdef(i.indexrelid) order by i.indexrelid::regclass::text) from pg_index i where i.indrelid = c.oid) as indexes,
              (select array_agg(k.conname || pg_get_constraintdef(k.oid) order by k.conname) from pg_constraint k where k.conrelid = c.oid) as constraints,
              (select array_agg(pg_get_triggerdef(g.oid) order by g.tgname) from pg_trigger g where g.tgrelid = c.oid) as triggers
         from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        order by 1`,
      [QUERY_MODEL_TABLES],
    );
  const before = await shape();
  const owners = await begin();
  await owners.replay(replayedEvents());
  await ended();
  expect(await shape()).toEqual(before);
});

it('equals what the owners publish again, keeps deleted resources deleted, and keeps what only the gateway knows', async () => {
  const before = await checksumModel(gateway.database);
  for (const { table, rows } of before) expect(`${table}: ${rows}`).not.toBe(`${table}: 0`);
  await corrupt();
  expect(await checksumModel(gateway.database)).not.toEqual(before);

  const owners = await begin();
  await owners.replay([...replayedEvents()].reverse());
  await ended();
  expect(await checksumModel(gateway.database)).toEqual(before);
});

it('shows the current model until the end, and writes changes that happen meanwhile to both', async () => {
  const token = await gateway.token({ userId: annId });
  const shown = async () => (await gateway.list('/finance/transactions', token)).body.meta.total;
  const before = await shown();
  const owners = await begin();
  await owners.replaySome(replayedEvents().slice(0, 3));
  expect(await shown()).toBe(before);

  const account = SAMPLE_IDS.accountId;
  const fresh = shapedOf(annId, account, [transactionOf(5001), transactionOf(5002)]);
  await gateway.publish(TransactionShapedV1, account, fresh);
  expect(await shown()).toBe(before + 2);
  const removed = shapedOf(annId, account, [transactionOf(5002, {}, { shapedVersion: 2, removed: true })]);
  await gateway.publish(TransactionShapedV1, account, removed);
  const wanted = await checksumModel(gateway.database);

  await owners.replay(replayedEvents());
  await ended();
  expect(await shown()).toBe(before + 1);
  expect(await checksumModel(gateway.database)).toEqual(wanted);
  published.push({ contract: TransactionShapedV1, key: account, payload: fresh });
});

it('waits for every message, applies a repeated one once, and ignores those of another rebuild', async () => {
  const owners = await begin();
  const messages = owners.messagesOf('rule-engine', replayedEvents());
  const [first, ...others] = messages;
  for (const message of [...others, ...others]) await owners.send('rule-engine', message);
  await new PlayedReplay(gateway, 17).replay(published);
  await owners.replay(
    replayedEvents(),
    OWNERS.filter((service) => service !== 'rule-engine'),
  );
  await new Promise((resolve) => setTimeout(resolve, 2500)); // the worker has looked twice
  const [left] = await gateway.database.query(
    `select messages, (select count(*) from query_model_replayed_messages m where m.service = r.service) as taken
       from query_model_replays r where service = 'rule-engine' order by rebuild_id desc limit 1`,
  );
  expect(left).toEqual({ messages: messages.length, taken: messages.length - 1 });
  expect(await state()).toBe('FILLING');
  if (first) await owners.send('rule-engine', first);
  await ended();
});

it('can be cancelled and begun again, and is refused while another one runs', async () => {
  const before = await checksumModel(gateway.database);
  const cancelled = await begin();
  await cancelled.replaySome(replayedEvents().slice(0, 5));
  await expect(begin()).rejects.toThrow('a rebuild is under way');
  expect(await cancelRebuild(gateway.database, { state: 'CANCELLED', outcome: 'by a test' })).toBe(true);
  expect(await cancelRebuild(gateway.database, { state: 'CANCELLED', outcome: 'by a test' })).toBe(false);
  await cancelled.replay(replayedEvents()); // later messages of it are ignored
  expect(await state()).toBe('CANCELLED');

  const again = await begin();
  await again.replay(replayedEvents());
  await ended();
  expect(await checksumModel(gateway.database)).toEqual(before);
});

it('keeps the deleted rows of every table that has such rows, although no owner replays them', async () => {
  const tables = await gateway.database.query<{ name: string; gone: string }>(
    `select c.relname as name, a.attname as gone from pg_class c join pg_attribute a on a.attrelid = c.oid
      where c.relnamespace = current_schema()::regnamespace and c.relname = any($1::text[])
        and a.attname in ('deleted', 'removed')`,
    [QUERY_MODEL_TABLES],
  );
  expect(tables.length).toBeGreaterThan(5);
  // One account of two is deleted already; with the other, its transactions would go.
  for (const { name, gone } of tables.filter((table) => table.name !== 'accounts')) {
    await gateway.database.execute(`update ${name} set ${gone} = true`);
  }
  const deleted = () =>
    Promise.all(
      tables.map(({ name, gone }) =>
        gateway.database.query(`select * from ${name} where ${gone} order by id`),
      ),
    );
  const before = await deleted();
  expect(before.filter((rows) => rows.length === 0)).toEqual([]);
  const owners = await begin();
  await owners.replay([]);
  await ended();
  expect(await deleted()).toEqual(before);
});

it('contains no data of a user who was erased meanwhile', async () => {
  const owners = await begin();
  await gateway.database.execute('create table if not exists erased_users (user_id bigint primary key)');
  await gateway.database.execute('insert into erased_users (user_id) values ($1)', [beaId]);
  await owners.replay(replayedEvents());
  await ended();
  for (const table of ['rules', 'transactions', 'connections', 'webhook_deliveries']) {
    const rows = await gateway.database.query<{ user_id: number }>(`select distinct user_id from ${table}`);
    expect([table, rows]).toEqual([table, [{ user_id: annId }]]);
  }
});

it('fails without blocking anything if an upgrade changes the schema meanwhile', async () => {
  const before = await checksumModel(gateway.database);
  const owners = await begin();
  await gateway.database.execute(
    `insert into migrations (timestamp, name) values (9999999999999, 'Later9999999999999')`,
  );
  await gateway.publish(InstitutionUpsertedV1, 2, InstitutionUpsertedV1.sample);
  await owners.replay(replayedEvents());
  await ended('FAILED');
  expect(await checksumModel(gateway.database)).toEqual(before);
});
