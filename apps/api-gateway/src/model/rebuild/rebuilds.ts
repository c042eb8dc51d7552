import {
  largestOf,
  EventPayload,
  IngestionSyncRestatedV1,
  REPLAYED,
  RestatementRequestedV1,
  ReplayingService,
} from '@tributary/contracts';
import { enqueueJobs } from '@tributary/jobs';
import { appendToOutbox, event } from '@tributary/messaging';
import { Database, isTransient, Tx } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';
import {
  endRebuild,
  findRebuild,
  findRequested,
  insertRebuild,
  insertReplayedMessages,
  updateReplay,
} from './rebuilds.store';
import { createNextModel, dropNextModel, letVacuum } from './next-model';

/** Kind of the jobs that end rebuilds; the key is the rebuild's id. */
export const REBUILDS = 'query_model_rebuilds';

const OWNERS = Object.keys(REPLAYED);

/**
 * Begins a rebuild: creates the tables, makes every writer write to them, and requests replays from the owners.
 * Repeating the request begins no second rebuild.
 * @throws OperatorRequestError while another rebuild runs
 */
export async function beginRebuild(database: Database, request: string): Promise<number> {
  return database.transaction(async (tx) => {
    await holdModel(tx);
    const known = await findRequested(tx, request);
    if (known !== null) return known;
    if (await findRebuild(tx)) {
      throw new OperatorRequestError('a rebuild is under way; see how far it is, or cancel it');
    }
    await createNextModel(tx, database.options.schema);
    return enqueueRebuild(tx, request);
  });
}

async function enqueueRebuild(tx: Tx, request: string): Promise<number> {
  const id = await insertRebuild(tx, request, OWNERS);
  await enqueueJobs(tx, REBUILDS, [{ key: id, userId: 0, payload: {} }]);
  await requestReplay(tx, id, 'WANTED');
  return id;
}

/** Ends the running rebuild without replacing the current model. @returns false if there was none */
export async function cancelRebuild(
  database: Database,
  ending: { readonly state: 'CANCELLED' | 'FAILED'; readonly outcome: string },
): Promise<boolean> {
  const isEnded = await database.transaction(async (tx) => {
    await holdModel(tx);
    const rebuild = await findRebuild(tx);
    if (!rebuild) return false;
    await endRebuild(tx, rebuild.id, ending);
    await requestReplay(tx, rebuild.id, 'CANCELLED');
    return true;
  });
  await letVacuum(database);
  await clearNextModel(database);
  return isEnded;
}

/**
 * Frees the space of a rebuild that ended. This is separate and short, because it waits for a running vacuum while
 * writers wait; the next rebuild removes what is left.
 */
async function clearNextModel(database: Database): Promise<void> {
  try {
    await database.transaction(async (tx) => {
      await tx.query(`select set_config('lock_timeout', '2s', true)`);
      await holdModel(tx);
      if (!(await findRebuild(tx))) await dropNextModel(tx, database.options.schema);
    });
  } catch (error) {
    if (!isTransient(error)) throw error;
  }
}

/** Waits for running writers of the query model and blocks new ones until the commit. */
export async function holdModel(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ':query-model', 0))`);
}

type Message = EventPayload<typeof IngestionSyncRestatedV1>;

/**
 * Records which messages are applied, in the same transaction and as its last statement, because all messages of an
 * owner update the same row.
 */
export async function noteReplayed(
  tx: Tx,
  service: ReplayingService,
  messages: readonly Message[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  await insertReplayedMessages(
    tx,
    first.rebuildId,
    service,
    messages.map(({ message }) => message),
  );
  const last = messages.find(({ told }) => told === null);
  await updateReplay(tx, first.rebuildId, service, {
    replayed: largestOf(messages.map(({ rows }) => rows.told)),
    total: largestOf(messages.map(({ rows }) => rows.total)),
    messages: last?.message ?? null,
  });
}

async function requestReplay(tx: Tx, rebuildId: number, state: 'WANTED' | 'CANCELLED'): Promise<void> {
  const requestedAt = new Date().toISOString();
  await appendToOutbox(tx, [event(RestatementRequestedV1, rebuildId, { rebuildId, state, requestedAt })]);
}
