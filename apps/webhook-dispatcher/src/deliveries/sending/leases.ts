import { Inject, Injectable } from '@nestjs/common';
import { Database, isFree, isHeld, leaseEnd, msUntil } from '@tributary/persistence';
import { SendingHealth } from '../../endpoints/endpoint-health';
import type { WebhookDispatcherConfig } from '../../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../../webhook-dispatcher.tokens';
import { Lease, LEASE_TERMS, type LeaseTerms } from './lease';

interface StateRow {
  fence: number;
  consecutive_failures: number;
  failing_since: Date | null;
  last_attempt_at: Date | null;
  last_success_at: Date | null;
  last_error: string | null;
}

/** The leases of endpoints: one instance sends for an endpoint at a time. */
@Injectable()
export class Leases {
  /** Leases whose release failed, or met a locked row: released with the next renewals. */
  private readonly released = new Set<Lease>();

  private readonly terms: LeaseTerms;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DISPATCHER_CONFIG) { leaseTerms }: Pick<WebhookDispatcherConfig, 'leaseTerms'> = {},
  ) {
    this.terms = leaseTerms ?? LEASE_TERMS;
  }

  /** Often enough that a renewal can fail once before sending must stop. */
  get renewalPauseMs(): number {
    return Math.min(1000, (this.terms.leaseMs - this.terms.marginMs) / 3);
  }

  /** Endpoints with due deliveries that no instance sends for, except those of this instance. */
  async findWork(busy: readonly number[], limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select e.id
         from webhook_endpoints e join sending_states s on s.endpoint_id = e.id
        where e.enabled and s.paused_until <= now() and e.id <> all($1::bigint[]) and ${isFree('s.lease_until')}
          and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'PENDING'
                         and d.next_attempt_at <= now())
        order by s.last_attempt_at nulls first limit $2`,
      [busy, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Calls the listener after commits to the table, by any instance. @returns ends it */
  onCommit(table: string, listener: () => void): () => void {
    return this.database.signals.on(table, listener);
  }

  /** How long until `findWork` would find an endpoint; null if no delivery waits. */
  async nextWorkInMs(busy: readonly number[]): Promise<number | null> {
    const [next] = await this.database.query<{ in_ms: number | null }>(
      `select ${msUntil('min(greatest(d.next_attempt_at, s.paused_until, s.lease_until))')} as in_ms
         from webhook_endpoints e join sending_states s on s.endpoint_id = e.id
        cross join lateral (select min(next_attempt_at) as next_attempt_at from deliveries d
                             where d.endpoint_id = e.id and d.status = 'PENDING') d
        where e.enabled and e.id <> all($1::bigint[]) and d.next_attempt_at is not null`,
      [busy],
    );
    return next?.in_ms ?? null;
  }

  /** Null if another instance has it, or the endpoint requested a pause. */
  async claim(endpointId: number): Promise<{ lease: Lease; health: SendingHealth } | null> {
    const askedAtMs = performance.now();
    const [row] = await this.database.query<StateRow>(
      `update sending_states set fence = fence + 1, lease_until = ${leaseEnd('$2')}
        where endpoint_id = $1 and paused_until <= now() and ${isFree('lease_until')}
       returning fence, consecutive_failures, failing_since, last_attempt_at, last_success_at, last_error`,
      [endpointId, this.terms.leaseMs],
    );
    return row
      ? { lease: new Lease(endpointId, row.fence, askedAtMs, this.terms), health: healthOf(row) }
      : null;
  }

  /**
   * Renews the leases that are still ours, by the database's clock; rows locked by another transaction are left for the
   * next time.
   */
  async renew(leases: readonly Lease[]): Promise<void> {
    for (const lease of this.released) if (!lease.holds()) this.released.delete(lease);
    const all = [...new Set([...leases, ...this.released])];
    if (all.length === 0) return;
    const askedAtMs = performance.now();
    const rows = await this.database.query<{ endpoint_id: number }>(RENEW, [
      all.map(({ endpointId }) => endpointId),
      all.map(({ fence }) => fence),
      all.map((lease) => (this.released.has(lease) ? null : this.terms.leaseMs)),
    ]);
    const renewed = new Set(rows.map(({ endpoint_id }) => endpoint_id));
    for (const lease of all) {
      if (renewed.has(lease.endpointId) && !this.released.delete(lease)) lease.renewed(askedAtMs);
    }
  }

  /** Releases the endpoint to the next instance, immediately. */
  async release(lease: Lease): Promise<void> {
    this.released.add(lease);
    await this.renew([]);
  }
}

/** Without a length, a lease is released. */
const RENEW = `
  with held as (
    select s.endpoint_id, l.lease_ms from sending_states s
      join unnest($1::bigint[], $2::bigint[], $3::float8[]) as l(endpoint_id, fence, lease_ms) using (endpoint_id)
     where ${isHeld('s', 'l.fence')}
     order by s.endpoint_id for update of s skip locked
  )
  update sending_states s set lease_until = ${leaseEnd('h.lease_ms')}
    from held h where s.endpoint_id = h.endpoint_id
  returning s.endpoint_id`;

function healthOf(row: StateRow): SendingHealth {
  return {
    consecutiveFailures: row.consecutive_failures,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    lastError: row.last_error,
  };
}
