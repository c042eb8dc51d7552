import { EventPayload, ShapedTransaction, TransactionShapedV1 } from '@tributary/contracts';
import { EventHandler } from '../../../src/consumers/event-processor';
import { Connections, simulated, SimulatedTransaction } from '../database/connections';
import { Session } from '../database/session';
import { NoAnswerError } from '../destination-ledger';
import { noteUnlessPlanned } from './planned-failures';
import { POISON, PoisonError } from './documents';
import { Host, Running } from './running';
import { DueRow, Services } from './services';

const LEASE_MS = 1500;
const POLL_MS = 300;
const CLAIM_MAX = 4;

/** Keeps the newest state of each transaction, and owes the destination one record for each. */
export function transferEngineHandlers(services: Services): ReadonlyMap<string, EventHandler> {
  return new Map([
    [
      TransactionShapedV1.topic,
      async (events, tx) => {
        const transactions = events.flatMap(
          ({ payload }) => (payload as EventPayload<typeof TransactionShapedV1>).transactions,
        );
        await simulated(tx).statement(async (session) => {
          for (const transaction of [...transactions].sort((one, other) => one.id - other.id))
            await plan(session, services, transaction);
        });
      },
    ],
  ]);
}

async function plan(session: Session, services: Services, transaction: ShapedTransaction): Promise<void> {
  const { id, shapedVersion, rawVersion, removed, raw: document } = transaction;
  const { history } = services.world;
  const key = String(id);
  await session.lockRow(services.known, key);
  if (document.mapped_fields.payee === POISON.transferEngine) throw new PoisonError('not to be transferred');
  session.whenCommitted(() => history.itemTaken('transfer_engine', `${id}/${shapedVersion}`));
  const before = session.read(services.known, key);
  if (services.hasVersionCheck() && before && before.shapedVersion >= shapedVersion) return;
  session.write(services.known, key, { id, shapedVersion, rawVersion, removed, document });
  session.whenCommitted(() => history.versionApplied('transfer_engine', id, shapedVersion));
  await session.lockRow(services.due, key);
  if (session.read(services.due, key)) return;
  session.write(services.due, key, { id, isDone: false, leaseUntil: -Infinity, token: '' });
}

/** Sends what is owed: claimed by the database's time, sent outside of any transaction, saved with the claim's token. */
export function startDispatcher({ life, database }: Host, services: Services): Running {
  const connections = new Connections(database, life);
  let isStopped = false;
  let claims = 0;
  const round = async (): Promise<void> => {
    const token = `${life.name} ${(claims += 1)} ${life.world.scheduler.now}`;
    const claimed = await connections.transaction((tx) => claim(tx, services, token));
    for (const { id } of claimed) await services.ledger.post(life, `transaction ${id}`, id);
    if (claimed.length > 0) await connections.transaction((tx) => save(tx, services, claimed, token));
  };
  const run = async (): Promise<void> => {
    while (!isStopped) {
      // What was claimed is due again when the lease has run out.
      await round().catch(noteUnlessPlanned(life.world, NoAnswerError));
      await life.clock.sleep(POLL_MS);
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

function claim(tx: SimulatedTransaction, { due }: Services, token: string): Promise<DueRow[]> {
  return tx.statement(async (session) => {
    const now = tx.database.now();
    const free = [...due.rows.values()]
      .filter(
        ({ id, isDone, leaseUntil }) =>
          !isDone && leaseUntil < now && !session.isLockedByOthers(due, String(id)),
      )
      .slice(0, CLAIM_MAX);
    for (const row of free) {
      await session.lockRow(due, String(row.id));
      session.write(due, String(row.id), { ...row, leaseUntil: now + LEASE_MS, token });
    }
    return free;
  });
}

function save(
  tx: SimulatedTransaction,
  { due }: Services,
  claimed: readonly DueRow[],
  token: string,
): Promise<void> {
  return tx.statement(async (session) => {
    for (const { id } of claimed) {
      await session.lockRow(due, String(id));
      const row = session.read(due, String(id));
      if (row?.token === token) session.write(due, String(id), { ...row, isDone: true });
    }
  });
}
