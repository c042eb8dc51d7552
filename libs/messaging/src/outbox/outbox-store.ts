import { isFree, isHeld, leaseEnd, Queryable } from '@tributary/persistence';
import { OutgoingMessage } from '../bus-engine';

export interface OutboxMessage extends OutgoingMessage {
  readonly id: number;
}

/** What a relay needs of its outbox's schema. */
export interface OutboxStore {
  /** Claims the lease, or renews the claim with this fence. @returns the fence; null while another relay holds it */
  holdLease(fence: number | null, forMs: number): Promise<number | null>;
  releaseLease(fence: number): Promise<void>;
  /** The oldest messages that are not being published yet. */
  read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]>;
  /** Deletes published messages; false if the fence is no longer the newest. */
  delete(ids: readonly number[], fence: number): Promise<boolean>;
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

  async releaseLease(fence: number): Promise<void> {
    await this.database.execute(
      `update outbox_lease set lease_until = null where ${isHeld('outbox_lease', '$1')}`,
      [fence],
    );
  }

  async read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]> {
    return this.database.query<OutboxMessage>(
      `select id, topic, key, value, headers from outbox
        where id <> all($2::bigint[]) order by id limit $1`,
      [limit, exceptIds],
    );
  }

  async delete(ids: readonly number[], fence: number): Promise<boolean> {
    const [{ held } = { held: false }] = await this.database.query<{ held: boolean }>(
      `with lease as (select 1 from outbox_lease where fence = $2 for share),
            gone as (delete from outbox where id = any($1::bigint[]) and exists (select 1 from lease))
       select exists (select 1 from lease) as held`,
      [ids, fence],
    );
    return held;
  }
}
