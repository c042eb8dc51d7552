import { Inject, Injectable } from '@nestjs/common';
import { Database } from '@tributary/persistence';
import { randomUUID } from 'node:crypto';
import { SendingHealth } from '../../endpoints/endpoint-health';
import { Lease, LEASE_TERMS, type LeaseTerms } from './lease';

/** Token of the `LeaseTerms` of an installation. */
export const INSTALLED_LEASE_TERMS = Symbol('INSTALLED_LEASE_TERMS');

interface StateRow {
  lease_fence: number;
  consecutive_failures: number;
  failing_since: Date | null;
  last_attempt_at: Date | null;
  last_success_at: Date | null;
  last_error: string | null;
}

/** Often enough that a renewal can fail once before nothing more may be posted. */
export function renewalPauseMs({ leaseMs, marginMs }: LeaseTerms): number {
  return Math.min(1000, (leaseMs - marginMs) / 3);
}

/** Who sends for which endpoint: one instance at a time. */
@Injectable()
export class Leases {
  private readonly owner = randomUUID();

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(INSTALLED_LEASE_TERMS) private readonly terms: LeaseTerms = LEASE_TERMS,
  ) {}

  /** Endpoints with something due that nobody sends for, but those that this instance is busy with. */
  async findWork(busy: readonly number[], limit: number): Promise<number[]> {
    const rows = await this.database.query<{ id: number }>(
      `select e.id
         from webhook_endpoints e join sending_states s on s.endpoint_id = e.id
        where e.enabled and s.paused_until <= now() and e.id <> all($2::bigint[])
          and (s.lease_expires_at <= now() or s.lease_owner = $1)
          and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'PENDING'
                         and d.next_attempt_at <= now())
        order by s.last_attempt_at nulls first limit $3`,
      [this.owner, busy, limit],
    );
    return rows.map(({ id }) => id);
  }

  /** Null where another instance has it, or the endpoint wants to be left alone. */
  async take(endpointId: number): Promise<{ lease: Lease; health: SendingHealth } | null> {
    const askedAtMs = performance.now();
    const [row] = await this.database.query<StateRow>(
      `update sending_states
          set lease_owner = $2, lease_fence = lease_fence + 1,
              lease_expires_at = clock_timestamp() + make_interval(secs => $3)
        where endpoint_id = $1 and paused_until <= now() and (lease_expires_at <= now() or lease_owner = $2)
       returning lease_fence, consecutive_failures, failing_since, last_attempt_at, last_success_at,
                 last_error`,
      [endpointId, this.owner, this.terms.leaseMs / 1000],
    );
    if (!row) return null;
    const lease = new Lease(endpointId, this.owner, row.lease_fence, askedAtMs, this.terms);
    return { lease, health: healthOf(row) };
  }

  /** Prolongs what is still ours, by the database's clock; a row that somebody holds is left for the next time. */
  async renew(leases: readonly Lease[]): Promise<void> {
    if (leases.length === 0) return;
    const askedAtMs = performance.now();
    const rows = await this.database.query<{ endpoint_id: number }>(RENEW, [
      leases.map(({ endpointId }) => endpointId),
      leases.map(({ fence }) => fence),
      this.owner,
      this.terms.leaseMs / 1000,
    ]);
    const renewed = new Set(rows.map(({ endpoint_id }) => endpoint_id));
    for (const lease of leases) if (renewed.has(lease.endpointId)) lease.renewed(askedAtMs);
  }

  /** Leaves the endpoint to whoever comes next, at once. */
  async give(lease: Lease): Promise<void> {
    await this.database.execute(
      `update sending_states set lease_owner = null, lease_expires_at = '-infinity'
        where endpoint_id = $1 and lease_owner = $2 and lease_fence = $3`,
      [lease.endpointId, lease.owner, lease.fence],
    );
  }
}

const RENEW = `
  with held as (
    select s.endpoint_id from sending_states s
      join unnest($1::bigint[], $2::bigint[]) as l(endpoint_id, fence) using (endpoint_id)
     where s.lease_owner = $3 and s.lease_fence = l.fence
     order by s.endpoint_id for update of s skip locked
  )
  update sending_states s set lease_expires_at = clock_timestamp() + make_interval(secs => $4)
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
