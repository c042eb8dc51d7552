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
import { Database, isTransient, Queryable, Tx } from '@tributary/persistence';
import { OperatorRequestError } from '@tributary/service';
import { createNextModel, dropNextModel, letVacuum } from './next-model';

/** Kind of the jobs that end rebuilds; the key is the rebuild's id. */
export const REBUILDS = 'query_model_rebuilds';

/** A running rebuild. */
export interface Rebuild {
  readonly id: number;
  /** The schema changed since it began: its tables get no more writes. */
  readonly isOutdated: boolean;
}

const OWNERS = Object.keys(REPLAYED);

/**
 * Creates the tables, makes every writer write to them, and requests replays from the owners. Repeating the request
 * begins one rebuild. @throws OperatorRequestError while another one runs
 */
export async function beginRebuild(database: Database, request: string): Promise<number> {
  return database.transaction(async (tx) => {
    await holdModel(tx);
    const [known] = await tx.query<{ id: number }>('select id from query_model_rebuilds where request = $1', [
      request,
    ]);
    if (known) return known.id;
    if (await findRebuild(tx)) {
      throw new OperatorRequestError('a rebuild is under way; see how far it is, or cancel it');
    }
    await createNextModel(tx, database.options.schema);
    return insertRebuild(tx, request);
  });
}

async function insertRebuild(tx: Tx, request: string): Promise<number> {
  const [row] = await tx.query<{ id: number; requested_at: Date }>(
    `insert into query_model_rebuilds (id, request, state, migration)
     select greatest((extract(epoch from clock_timestamp()) * 1000)::bigint, coalesce(max(r.id) + 1, 0)), $1, 'FILLING',
            (select max(m.id) from migrations m)
       from query_model_rebuilds r returning id, requested_at`,
    [request],
  );
  if (!row) throw new Error('the rebuild that was just written is missing');
  await tx.execute('insert into query_model_replays (rebuild_id, service) select $1, unnest($2::text[])', [
    row.id,
    OWNERS,
  ]);
  await enqueueJobs(tx, REBUILDS, [{ key: row.id, userId: 0, payload: {} }]);
  await requestReplay(tx, row.id, 'WANTED');
  return row.id;
}

/** Ends the running rebuild without its model; the current one stays. @returns false if there was none */
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

export async function endRebuild(
  tx: Tx,
  id: number,
  { state, outcome }: { readonly state: 'DONE' | 'CANCELLED' | 'FAILED'; readonly outcome: string },
): Promise<void> {
  await tx.execute(
    `update query_model_rebuilds set state = $2, outcome = $3, ended_at = clock_timestamp() where id = $1`,
    [id, state, outcome],
  );
  await tx.execute('delete from query_model_replayed_messages', []);
}

export async function findRebuild(database: Queryable): Promise<Rebuild | null> {
  const [row] = await database.query<Rebuild>(
    `select id, migration <> (select max(m.id) from migrations m) as "isOutdated"
       from query_model_rebuilds where state = 'FILLING'`,
  );
  return row ?? null;
}

/** Holds writers to the query model off until the commit; waits for those at work. */
export async function holdModel(tx: Tx): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended(current_schema() || ':query-model', 0))`);
}

/** Every owner has replayed its whole state, and all its messages are applied. */
export async function isReplayComplete(database: Queryable, rebuildId: number): Promise<boolean> {
  const [row] = await database.query<{ left: number }>(
    `select count(*) as left from query_model_replays r
      where r.rebuild_id = $1
        and r.messages is distinct from (select count(*) from query_model_replayed_messages m
                                          where m.rebuild_id = r.rebuild_id and m.service = r.service)`,
    [rebuildId],
  );
  return row?.left === 0;
}

type Message = EventPayload<typeof IngestionSyncRestatedV1>;

/** Notes which messages are applied, in the same transaction; last of all, for every message of an owner updates one row. */
export async function noteReplayed(
  tx: Tx,
  service: ReplayingService,
  messages: readonly Message[],
): Promise<void> {
  const [first] = messages;
  if (!first) return;
  await tx.execute(
    `insert into query_model_replayed_messages (rebuild_id, service, message)
     select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
    [first.rebuildId, service, messages.map(({ message }) => message)],
  );
  const last = messages.find(({ told }) => told === null);
  await tx.execute(
    `update query_model_replays
        set rows_replayed = greatest(rows_replayed, $3), rows_total = greatest(rows_total, $4), messages = coalesce($5, messages)
      where rebuild_id = $1 and service = $2`,
    [
      first.rebuildId,
      service,
      largestOf(messages.map(({ rows }) => rows.told)),
      largestOf(messages.map(({ rows }) => rows.total)),
      last?.message ?? null,
    ],
  );
}

async function requestReplay(tx: Tx, rebuildId: number, state: 'WANTED' | 'CANCELLED'): Promise<void> {
  const requestedAt = new Date().toISOString();
  await appendToOutbox(tx, [event(RestatementRequestedV1, rebuildId, { rebuildId, state, requestedAt })]);
}
