import { Queryable } from '@tributary/persistence';
import { OutgoingMessage } from '../bus-engine';

export interface OutboxMessage extends OutgoingMessage {
  readonly id: number;
}

/** The right to relay one schema's outbox; a later holder has a higher fence. */
export interface Lease {
  readonly fence: number;
  readonly lastsMs: number;
}

/** What a relay needs of the schema whose outbox it empties. */
export interface OutboxStore {
  /** Takes or prolongs the lease, by the database's clock; null while another relay holds it. */
  acquireLease(owner: string, forMs: number): Promise<Lease | null>;
  releaseLease(owner: string): Promise<void>;
  /** The oldest messages that are not among those already under way. */
  read(limit: number, exceptIds: readonly number[]): Promise<OutboxMessage[]>;
  /** Forgets what the bus has taken; false where the fence is no longer the newest. */
  delete(ids: readonly number[], fence: number): Promise<boolean>;
}

/** The outbox in Postgres. */
export class PostgresOutboxStore implements OutboxStore {
  constructor(private readonly database: Queryable) {}

  async acquireLease(owner: string, forMs: number): Promise<Lease | null> {
    const [lease] = await this.database.query<{ fence: number }>(
      `update outbox_lease
          set fence = case when owner = $1 then fence else fence + 1 end,
              owner = $1,
              expires_at = clock_timestamp() + make_interval(secs => $2)
        where owner = $1 or expires_at < clock_timestamp()
       returning fence`,
      [owner, forMs / 1000],
    );
    return lease ? { fence: lease.fence, lastsMs: forMs } : null;
  }

  async releaseLease(owner: string): Promise<void> {
    await this.database.execute(
      `update outbox_lease set owner = null, expires_at = '-infinity' where owner = $1`,
      [owner],
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
