import { largestOf } from '@tributary/contracts';
import { Queryable, Tx } from '@tributary/persistence';
import { UserTable } from '@tributary/service';
import { RequestWindow } from '../destination.port';
import { CONNECTIONS_OF_USER } from './connections.store';

/** Requests are stored at least this long, so that a longer window that is configured later finds them. */
const KEPT_MS = 3_600_000;

/** Records requests made with a connection's credentials, so that its allowance counts them. */
export async function recordRequests(
  database: Queryable,
  connectionId: number,
  count: number,
): Promise<void> {
  await database.execute(
    `insert into destination_requests (connection_id) select $1 from generate_series(1, $2::int)`,
    [connectionId, count],
  );
}

/**
 * Counts one request if each window allows another; deletes old requests. The caller has locked the connection.
 * @returns 0, or the milliseconds until one is allowed
 */
export async function useAllowance(
  tx: Tx,
  connectionId: number,
  windows: readonly RequestWindow[],
): Promise<number> {
  const keptMs = largestOf(
    windows.map(({ windowMs }) => windowMs),
    KEPT_MS,
  );
  const [{ wait } = { wait: 0 }] = await tx.queryPrepared<{ wait: number }>(
    `with old as (
       delete from destination_requests
        where connection_id = $1 and requested_at <= clock_timestamp() - make_interval(secs => $4)),
     allowance as (
       select greatest(0, coalesce(max(extract(epoch from oldest.requested_at + oldest.length - clock_timestamp()) * 1000), 0))
                ::float8 as wait
         from unnest($2::int[], $3::float8[]) as w(requests, window_ms)
        cross join lateral (
          select r.requested_at, make_interval(secs => w.window_ms / 1000) as length
            from destination_requests r
           where r.connection_id = $1
             and r.requested_at > clock_timestamp() - make_interval(secs => w.window_ms / 1000)
           order by r.requested_at desc offset w.requests - 1 limit 1
        ) oldest),
     counted as (
       insert into destination_requests (connection_id) select $1::bigint from allowance where wait = 0)
     select wait from allowance`,
    [
      connectionId,
      windows.map(({ requests }) => requests),
      windows.map(({ windowMs }) => windowMs),
      keptMs / 1000,
    ],
  );
  return wait;
}

/** SQL that counts a connection's requests of the last `windowMs` milliseconds, as `count`. */
export const countRequests = (connectionId: string, windowMs: string): string =>
  `select count(*)::int as count from destination_requests r
    where r.connection_id = ${connectionId}
      and r.requested_at > clock_timestamp() - make_interval(secs => ${windowMs} / 1000)`;

export const REQUESTS_TABLE: UserTable = {
  table: 'destination_requests',
  rowsOfUserSql: `t.connection_id in (${CONNECTIONS_OF_USER})`,
};
