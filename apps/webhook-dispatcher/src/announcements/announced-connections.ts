import { Queryable } from '@tributary/persistence';

/** Stores the newest versions, at most one of each connection; returns those that were newer. */
export async function noteConnections(
  tx: Queryable,
  connections: readonly { readonly id: number; readonly userId: number; readonly version: number }[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.query<{ connection_id: number }>(
    `insert into announced_connections as t (connection_id, user_id, version)
     select * from unnest($1::bigint[], $2::bigint[], $3::integer[])
     on conflict (connection_id) do update set version = excluded.version
      where excluded.version > t.version
     returning connection_id`,
    [
      connections.map(({ id }) => id),
      connections.map(({ userId }) => userId),
      connections.map(({ version }) => version),
    ],
  );
  return new Set(rows.map((row) => row.connection_id));
}
