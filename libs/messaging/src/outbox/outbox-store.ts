import { isFree, isHeld, leaseEnd, msUntil, Queryable, signalCommit } from '@tributary/persistence';
import { OutgoingMessage } from '../bus-engine';

export interface OutboxMessage extends OutgoingMessage {
  readonly id: number;
}

/** What a relay needs of its outbox's schema. */
export interface OutboxStore {
  /** Claims the lease, or renews the claim with this fence. @returns the fence; null while another relay holds it */
  holdLease(fence: number | null, forMs: number): Promise<number | null>;
  /** How long until the present lease ends, unless it is renewed; 0 if none is held. */
  leaseEndsInMs(): Promise<number>;
  /** Also signals other relays: what is left is theirs. */
  releaseLease(fence: number): Promise<void>;
  /** The oldest messages that are not being published yet. */
  read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]>;
  /**
   * Deletes published messages, and reads the oldest others as `read` does.
   * @returns `held` false, and nothing is deleted, if the fence is no longer the newest
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

  /** One round trip for both: while messages come one at a time, each costs a read and this. */
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
