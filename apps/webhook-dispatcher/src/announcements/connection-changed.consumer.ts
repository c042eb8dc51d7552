import { Controller, Inject } from '@nestjs/common';
import { addAll, ConnectionChangedV1, CONNECTION } from '@tributary/contracts';
import { OnEvent, ReceivedEvent } from '@tributary/messaging';
import type { Tx } from '@tributary/persistence';
import { Queryable } from '@tributary/persistence';
import { Announcement } from './announcement';
import { Announcer } from './announcer';
import { inWaves } from './changes/waves';

type Changed = ReceivedEvent<typeof ConnectionChangedV1>;

/** Announces the state transitions of connections. */
@Controller()
export class ConnectionChangedConsumer {
  constructor(@Inject(Announcer) private readonly announcer: Announcer) {}

  @OnEvent(ConnectionChangedV1)
  async announce(events: readonly Changed[], tx: Tx): Promise<void> {
    const news: Changed[] = [];
    for (const wave of inWaves(events, ({ payload }) => payload.id)) {
      const newer = await noteConnections(
        tx,
        wave.map(({ payload }) => payload),
      );
      addAll(
        news,
        wave.filter(({ payload }) => newer.has(payload.id)),
      );
    }
    if (news.length === 0) return;
    const accounts = await accountsOf(
      tx,
      news.map(({ payload }) => payload.id),
    );
    await this.announcer.announce(
      tx,
      news.flatMap((event) => announcementsOf(event, accounts.get(event.payload.id) ?? [])),
    );
  }
}

/** The accounts, also deleted ones, of each connection. */
async function accountsOf(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, number[]>> {
  const rows = await tx.query<{ connection_id: number; account_ids: number[] }>(
    `select connection_id, jsonb_agg(id) as account_ids from accounts
      where connection_id = any($1::bigint[]) group by connection_id`,
    [ids],
  );
  return new Map(rows.map((row) => [row.connection_id, row.account_ids]));
}

/** Empty if only details changed: no transition, no event. */
function announcementsOf(cause: Changed, accountIds: readonly number[]): Announcement[] {
  const { event: type, id, userId } = cause.payload;
  if (type === null) return [];
  return [
    {
      cause,
      type,
      userId,
      about: { kind: 'connection', connectionId: id, accountIds },
      part: 0,
      data: { financial_connection: CONNECTION.write(cause.payload, {}) },
    },
  ];
}

/** Stores the newest versions, at most one of each connection; returns those that were newer. */
async function noteConnections(
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
