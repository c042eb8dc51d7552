import { databaseError } from './errors';
import { Session } from './session';
import { SimulatedDatabase } from './simulated-database';

type Parameters = readonly unknown[];
type Statement = (
  session: Session,
  database: SimulatedDatabase,
  parameters: Parameters,
) => Promise<unknown[]>;

const LEASE = 'only row';

/** The bus's SQL, by the words that tell its statements apart, and what each does in this model. */
const STATEMENTS: readonly (readonly [words: string, statement: Statement])[] = [
  ['select append_to_outbox(', appendToOutbox],
  ['select pg_notify', notify],
  ['update outbox_lease set fence', holdLease],
  ['select greatest(0, (extract(epoch from lease_until', leaseEndsIn],
  ['update outbox_lease set lease_until = null', releaseLease],
  ['select id, topic, key, value, headers from outbox', readOutbox],
  ['with lease as (select 1 from outbox_lease where fence = $2 for share)', deleteFromOutbox],
  ['insert into dead_letters', addDeadLetter],
];

const known = new Map<string, Statement>();

/** @throws where a statement has no model: add it, with what Postgres would do. */
export function statementOf(sql: string): Statement {
  let statement = known.get(sql);
  if (!statement) known.set(sql, (statement = recognize(sql)));
  return statement;
}

function recognize(sql: string): Statement {
  const words = sql.replace(/\s+/g, ' ').trim();
  const found = STATEMENTS.find(([start]) => words.startsWith(start));
  if (!found) throw new Error(`the simulated database has no model of: ${words}`);
  return found[1];
}

async function appendToOutbox(session: Session, database: SimulatedDatabase, parameters: Parameters) {
  const messages = messagesOf(parameters);
  const locks = new Set(messages.map(({ topic, key }) => `advisory ${topic}:${key}`));
  if (database.variant.advisoryLocks) for (const lock of [...locks].sort()) await session.lock(lock);
  for (const { topic, key, value, headers } of messages) {
    const id = database.nextOutboxId();
    session.write(database.outbox, String(id), { id, topic, key, value, headers });
    session.whenCommitted(() =>
      database.world.history.messageCommitted({ service: database.schema, topic, key, value }),
    );
  }
  session.whenCommitted(() => database.notify());
  return [];
}

/** Their columns: two arrays, and two sequences of JSON texts. */
function messagesOf(parameters: Parameters) {
  const [topics, keys, values, headers] = parameters as [string[], string[], string, string];
  const [valueOf, headersOf] = [values.split('\u001e'), headers.split('\u001e')];
  const counts = new Set([topics, keys, valueOf, headersOf].map(({ length }) => length));
  if (counts.size !== 1) throw new Error('each outbox row has four columns');
  return topics.map((topic, place) => ({
    topic,
    key: keys[place] ?? '',
    value: valueOf[place] ?? '',
    headers: JSON.parse(headersOf[place] ?? '') as Record<string, string>,
  }));
}

async function notify(session: Session, database: SimulatedDatabase) {
  session.whenCommitted(() => database.notify());
  return [];
}

async function holdLease(session: Session, database: SimulatedDatabase, parameters: Parameters) {
  const [known, forMs] = parameters as [number | null, number];
  await session.lockRow(database.lease, LEASE);
  const row = session.read(database.lease, LEASE) ?? { fence: 0, leaseUntil: null };
  const isHeld = row.fence === known && row.leaseUntil !== null;
  const isFree = row.leaseUntil === null || row.leaseUntil < database.now();
  if (!isHeld && !isFree && database.variant.leases) return [];
  const fence = isHeld ? row.fence : row.fence + 1;
  session.write(database.lease, LEASE, { fence, leaseUntil: database.now() + forMs });
  const { history } = database.world;
  session.whenCommitted(() => history.leaseGranted(database.schema, fence, forMs));
  return [{ fence }];
}

async function leaseEndsIn(session: Session, database: SimulatedDatabase) {
  const until = session.read(database.lease, LEASE)?.leaseUntil ?? null;
  return [{ in_ms: Math.max(0, (until ?? 0) - database.now()) }];
}

async function releaseLease(session: Session, database: SimulatedDatabase, parameters: Parameters) {
  const [fence] = parameters as [number];
  await session.lockRow(database.lease, LEASE);
  const row = session.read(database.lease, LEASE);
  if (row?.fence !== fence || row.leaseUntil === null) return [];
  session.write(database.lease, LEASE, { fence, leaseUntil: null });
  session.whenCommitted(() => database.world.history.leaseReleased(database.schema, fence));
  return [row];
}

async function readOutbox(_session: Session, { outbox }: SimulatedDatabase, parameters: Parameters) {
  const [limit, except] = parameters as [number, number[]];
  return [...outbox.rows.values()]
    .filter(({ id }) => !except.includes(id))
    .sort((one, other) => one.id - other.id)
    .slice(0, limit);
}

async function deleteFromOutbox(session: Session, database: SimulatedDatabase, parameters: Parameters) {
  const [ids, fence, limit, except] = parameters as [number[], number, number, number[]];
  await session.lockRow(database.lease, LEASE);
  const held = !database.variant.leases || session.read(database.lease, LEASE)?.fence === fence;
  if (!held) {
    database.world.history.met('delete refused by the fence');
    return [{ held, id: null }];
  }
  const next = await readOutbox(session, database, [limit, [...ids, ...except]]);
  for (const id of ids) session.write(database.outbox, String(id), null);
  session.whenCommitted(() => database.world.history.outboxEmptied(database.schema, fence));
  return next.length === 0 ? [{ held, id: null }] : next.map((message) => ({ held, ...message }));
}

async function addDeadLetter(
  session: Session,
  { deadLetters, world }: SimulatedDatabase,
  parameters: Parameters,
) {
  const [messageId, item, topic, , value] = parameters as [string, number, string, string, string];
  assertStorable(parameters);
  const key = `${messageId} ${item}`;
  await session.lockRow(deadLetters, key);
  if (session.read(deadLetters, key)) return [];
  session.write(deadLetters, key, { messageId, item, topic, value });
  session.whenCommitted(() => world.history.met('item set aside'));
  return [{ messageId }];
}

const INDEX_BYTES_MAX = 2700;

/** What Postgres refuses: a NUL in a text or in JSON, and a text that is too long for its index. */
function assertStorable([messageId, item, ...texts]: Parameters): void {
  const all = [messageId, ...texts].filter((one) => typeof one === 'string');
  if (all.some((text) => text.includes('\0'))) {
    throw databaseError('22021', 'invalid byte sequence for encoding "UTF8": 0x00');
  }
  if (String(texts[3]).includes('\\u0000'))
    throw databaseError('22P05', 'unsupported Unicode escape sequence');
  if (Buffer.byteLength(`${String(messageId)}${String(item)}`) > INDEX_BYTES_MAX) {
    throw databaseError('54000', 'index row size exceeds btree version 4 maximum 2704');
  }
}
