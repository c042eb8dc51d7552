import { isFree, isHeld, leaseEnd, msUntil, Queryable, signalCommit } from '@tributary/persistence';
import { OutgoingMessage } from '../bus-engine';

export interface OutboxMessage extends OutgoingMessage {
  readonly id: number;
}

/** Operations of a relay on its outbox's schema. */
export interface OutboxStore {
  /** Claims the lease, or renews the claim with this fence. @returns the fence; null while another relay has the lease */
  holdLease(fence: number | null, forMs: number): Promise<number | null>;
  /** Time until the present lease ends, unless it is renewed; 0 without a lease. */
  leaseEndsInMs(): Promise<number>;
  /** Releases the lease and signals other relays, which publish the remaining messages. */
  releaseLease(fence: number): Promise<void>;
  /** The oldest messages that are not being published yet. */
  read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]>;
  /**
   * Deletes published messages, and reads the oldest others as `read` does.
   * @returns `held` false, and deletes nothing, if the fence is no longer the newest
   */
  deleteAndRead(
    ids: readonly number[],
    fence: number,
    limit: number,
    exceptIds: readonly number[],
  ): Promise<{ held: boolean; messages: OutboxMessage[] }>;
}

/** The outbox in Postgres. */
export class PostgresOutboxStore implements OutboxStore {
  constructor(private readonly database: Queryable) {}

  async holdLease(fence: number | null, forMs: number): Promise<number | null> {
    const [lease] = await this.database.query<{ fence: number }>(
      `update outbox_lease
          set fence = fence + case when ${isHeld('outbox_lease', '$1')} then 0 else 1 end, lease_until = ${leaseEnd('$2')}
        where ${isHeld('outbox_lease', '$1')} or ${isFree('lease_until')}
       returning fence`,
      [fence, forMs],
    );
    return lease?.fence ?? null;
  }

  async leaseEndsInMs(): Promise<number> {
    const [lease] = await this.database.query<{ in_ms: number }>(
      `select greatest(0, ${msUntil('lease_until')}) as in_ms from outbox_lease`,
    );
    return lease?.in_ms ?? 0;
  }

  async releaseLease(fence: number): Promise<void> {
    await this.database.execute(
      `update outbox_lease set lease_until = null where ${isHeld('outbox_lease', '$1')}`,
      [fence],
    );
    await signalCommit(this.database, 'outbox_lease');
  }

  async read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]> {
    return this.database.query<OutboxMessage>(
      `select id, topic, key, value, headers from outbox
        where id <> all($2::bigint[]) order by id limit $1`,
      [limit, exceptIds],
    );
  }

  /** Deletes and reads in one round trip: while messages come one at a time, each costs a read and this statement. */
  async deleteAndRead(
    ids: readonly number[],
    fence: number,
    limit: number,
    exceptIds: readonly number[],
  ): Promise<{ held: boolean; messages: OutboxMessage[] }> {
    const rows = await this.database.query<{ held: boolean } & OutboxMessage>(
      `with lease as (select 1 from outbox_lease where fence = $2 for share),
            gone as (delete from outbox where id = any($1::bigint[]) and exists (select 1 from lease)),
            next as (select id, topic, key, value, headers from outbox
                      where id <> all($1::bigint[]) and id <> all($4::bigint[]) order by id limit $3)
       select l.held, next.* from (select exists (select 1 from lease) as held) l left join next on true
        order by next.id`,
      [ids, fence, limit, exceptIds],
    );
    const messages = rows.filter(({ id }) => id !== null);
    return { held: rows[0]?.held ?? false, messages };
  }
}

/** SQL: the number of messages in the outbox. */
export const WAITING_MESSAGES = 'select count(*)::int from outbox';

/** SQL: the seconds that the oldest message has waited; null if none waits. */
export const OLDEST_MESSAGE_S =
  'select extract(epoch from clock_timestamp() - min(created_at))::float8 from outbox';

/** SQL of the outbox for the metrics of waiting work. */
export const OUTBOX_WORK = `
  select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(created_at))::float8 as oldest_s
    from outbox`;

/** Number of waiting messages; no more than `max` are counted. */
export async function countMessages(database: Queryable, max: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*) as count from (select from outbox limit ${max}) waiting`,
  );
  return row?.count ?? 0;
}

/** A statement that ends the lease of a schema's outbox, whoever has it. */
export const leaseEnding = (schema: string): string => `update ${schema}.outbox_lease set lease_until = null`;

/** Statements that lease the outbox of a schema, as another instance of its relay would. */
export const outboxHold = {
  /** Takes the lease from its owner. @returns the new `fence`, which prevents the former owner from deleting messages */
  claim: (schema: string, forMs: number): string =>
    `update ${schema}.outbox_lease
        set fence = fence + 1, lease_until = ${leaseEnd(String(forMs))} returning fence::float8`,
  /** Renews the lease under fence `$1`; changes no row where another process has it. */
  renew: (schema: string, forMs: number): string =>
    `update ${schema}.outbox_lease l set lease_until = ${leaseEnd(String(forMs))} where ${isHeld('l', '$1')}`,
  release: (schema: string): string =>
    `update ${schema}.outbox_lease l set lease_until = null where ${isHeld('l', '$1')}`,
};

/** The outbox has messages of a user that are found by their text. @param names SQL: which rows `t` name the user */
export const outboxOfUser = (names: string) =>
  ({
    table: 'outbox',
    // Messages with data of the user: without deletions, which have only ids, and without replays, whose messages are
    // counted.
    rowsOfUserSql: `t.topic not like '%.deleted' and t.topic not like '%.restated' and ${names}`,
  }) as const;
