import { ReplayingService } from '@tributary/contracts';
import { deadLettersSince } from '@tributary/messaging';
import { Queryable, Tx } from '@tributary/persistence';
import type { UserData } from '@tributary/service';

/** A running rebuild. */
export interface Rebuild {
  readonly id: number;
  /** Whether the schema changed since it began: its tables get no more writes. */
  readonly isOutdated: boolean;
}

/** The rebuild that was begun by the request. */
export async function findRequested(tx: Tx, request: string): Promise<number | null> {
  const [known] = await tx.query<{ id: number }>('select id from query_model_rebuilds where request = $1', [
    request,
  ]);
  return known?.id ?? null;
}

/** A rebuild whose owners are to replay. @returns its id */
export async function insertRebuild(tx: Tx, request: string, owners: readonly string[]): Promise<number> {
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
    owners,
  ]);
  return row.id;
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

/** Whether every owner has replayed its whole state, and all its messages are applied. */
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

export async function insertReplayedMessages(
  tx: Tx,
  rebuildId: number,
  service: ReplayingService,
  messages: readonly number[],
): Promise<void> {
  await tx.execute(
    `insert into query_model_replayed_messages (rebuild_id, service, message)
     select $1, $2, unnest($3::bigint[]) on conflict do nothing`,
    [rebuildId, service, messages],
  );
}

/** Stores an owner's progress, if it is further than before. @param progress.messages null until it has published them all */
export async function updateReplay(
  tx: Tx,
  rebuildId: number,
  service: ReplayingService,
  progress: {
    readonly replayed: number | null;
    readonly total: number | null;
    readonly messages: number | null;
  },
): Promise<void> {
  await tx.execute(
    `update query_model_replays
        set rows_replayed = greatest(rows_replayed, $3), rows_total = greatest(rows_total, $4), messages = coalesce($5, messages)
      where rebuild_id = $1 and service = $2`,
    [rebuildId, service, progress.replayed, progress.total, progress.messages],
  );
}

/** The last rebuild as the API shows it; undefined if there was none. */
export async function findLastRebuild(database: Queryable): Promise<object | undefined> {
  const [row] = await database.query<object>(
    `select r.id, r.state, r.requested_at, r.ended_at, r.outcome,
            (${deadLettersSince('%.restated', 'r.requested_at')}) as dead_letters,
            coalesce((select json_agg(json_build_object('service', o.service, 'rows_replayed', o.rows_replayed,
                        'rows_total', o.rows_total,
                        'messages_applied', case when r.state = 'DONE' then coalesce(o.messages, 0) else
                            (select count(*) from query_model_replayed_messages m
                              where m.rebuild_id = o.rebuild_id and m.service = o.service) end,
                        'messages', o.messages) order by o.service)
               from query_model_replays o where o.rebuild_id = r.id), '[]') as owners
       from query_model_rebuilds r order by r.id desc limit 1`,
  );
  return row;
}

/**
 * Rebuilds of a user's data. A model that is built during an erasure may have got data of the user before, so the
 * erasure checks it once it is the present model.
 */
export const REBUILDS_OF_USERS: Pick<Required<UserData>, 'unfinished' | 'others'> = {
  unfinished: `select 1 from query_model_rebuilds where state = 'FILLING' and $1::bigint is not null`,
  others: {
    query_model_rebuilds: 'how far a rebuild is',
    query_model_replays: 'how far each owner is with it',
    query_model_replayed_messages: 'numbers of messages',
  },
};
