import { TransactionRemovedV1, TransactionUpsertedV1 } from '@tributary/contracts';
import { Tx } from '@tributary/persistence';
import { appendToOutbox, event, OutgoingEvent } from '../../../src/outbox/outbox';
import { Connections, simulated } from '../database/connections';
import { Session } from '../database/session';
import { noteUnlessPlanned } from './planned-failures';
import { documentOf, POISON } from './documents';
import { Host, Running } from './running';
import { RawRow, Services } from './services';

const ACCOUNTS = 3;
const TRANSACTIONS_OF_ACCOUNT = 4;
const NOW = '2026-03-02T06:10:00.000Z';

class ChangeOfMind extends Error {
  override readonly name = 'ChangeOfMind';
}

/** Writes changes of transactions, several of one account at a time, each with its event. */
export function startWriter(host: Host, services: Services): Running {
  let isStopped = false;
  const { life } = host;
  const { random } = life.world;
  const connections = new Connections(host.database, life);
  const run = async (): Promise<void> => {
    while (services.writesLeft > 0 && !isStopped) {
      const writing = services.beginWriting(life);
      await life.clock.sleep(random.between(5, 300));
      // Lost, or not: the writer cannot know.
      await write(connections, services).catch(noteUnlessPlanned(life.world, ChangeOfMind));
      services.writing.delete(writing);
    }
  };
  const ended = run();
  return {
    isRelay: false,
    stop: () => {
      isStopped = true;
      return ended;
    },
  };
}

async function write(connections: Connections, services: Services): Promise<void> {
  const { random } = services.world;
  if (random.chance(services.poisonRate)) return writeUnreadable(connections, services);
  const accountId = random.integer(1, ACCOUNTS);
  if (services.without === 'outbox row in the transaction of the entity') {
    const events = await connections.transaction((tx) => change(tx, services, accountId));
    return connections.transaction((tx) => appendToOutbox(tx, events));
  }
  await connections.transaction(async (tx) => {
    await appendToOutbox(tx, await change(tx, services, accountId));
    if (random.chance(0.05)) throw new ChangeOfMind('and all of it is taken back');
  });
}

async function change(tx: Tx, services: Services, accountId: number): Promise<OutgoingEvent[]> {
  const rows = await simulated(tx).statement((session) => changeRows(session, services, accountId));
  return toEvents(services, accountId, rows);
}

async function changeRows(session: Session, services: Services, accountId: number): Promise<RawRow[]> {
  const { random } = services.world;
  const rows: RawRow[] = [];
  for (let index = 1; index <= TRANSACTIONS_OF_ACCOUNT; index += 1) {
    if (random.chance(0.6)) continue;
    const id = accountId * 100 + index;
    await session.lockRow(services.raw, String(id));
    const before = session.read(services.raw, String(id));
    const removed = before !== undefined && !before.removed && random.chance(0.25);
    const row = { id, accountId, version: (before?.version ?? 0) + 1, removed };
    session.write(services.raw, String(id), row);
    session.whenCommitted(() => services.world.history.changes.add(`${id}/${row.version}`));
    rows.push(row);
  }
  return rows;
}

function toEvents(services: Services, accountId: number, rows: readonly RawRow[]): OutgoingEvent[] {
  const head = { financialAccountId: accountId, userId: 1 };
  const upserted = rows.filter(({ removed }) => !removed);
  const removed = rows.filter((row) => row.removed).map(({ id, version }) => ({ id, version }));
  const transactions = upserted.map(({ id, version }) => ({
    id,
    version,
    createdAt: NOW,
    updatedAt: NOW,
    document: documentOf(id, version, drawPayee(services, id, version)),
  }));
  return [
    ...(transactions.length > 0 ? [event(TransactionUpsertedV1, accountId, { ...head, transactions })] : []),
    ...(removed.length > 0
      ? [event(TransactionRemovedV1, accountId, { ...head, transactions: removed })]
      : []),
  ];
}

function drawPayee({ world: { random }, poisonRate }: Services, id: number, version: number): string {
  if (random.chance(poisonRate)) return random.pick([POISON.ruleEngine, POISON.transferEngine]);
  return `Payee ${id} ${version}`;
}

/** The messages of a broken or a newer producer: not JSON, or of an unknown version. */
async function writeUnreadable(connections: Connections, services: Services): Promise<void> {
  const { random } = services.world;
  const mark = `unreadable ${(services.unreadableWritten += 1)}`;
  const value = random.pick([`{"id": "${mark}`, JSON.stringify({ id: mark, version: 99, payload: {} })]);
  const key = String(random.integer(1, ACCOUNTS));
  const { topic } = TransactionUpsertedV1;
  await connections.transaction(async (tx) => {
    await tx.query('select append_to_outbox(', [[topic], [key], value, '{}']);
  });
}
