import { Queryable } from '@tributary/persistence';

/** Notes requests that were made with a connection's token, so that the hour's allowance counts them. */
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

/** How many requests the connection made in the last hour; older ones are forgotten. */
export async function requestsInLastHour(database: Queryable, connectionId: number): Promise<number> {
  await database.execute(
    `delete from destination_requests
      where connection_id = $1 and requested_at <= clock_timestamp() - interval '1 hour'`,
    [connectionId],
  );
  const [{ made } = { made: 0 }] = await database.query<{ made: number }>(
    'select count(*)::int as made from destination_requests where connection_id = $1',
    [connectionId],
  );
  return made;
}
