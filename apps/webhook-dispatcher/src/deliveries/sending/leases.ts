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

  /** Leaves the endpoint to whoever comes next, at once. */
  async give(lease: Lease): Promise<void> {
    await this.database.execute(
      `update sending_states set lease_owner = null, lease_expires_at = '-infinity'
        where endpoint_id = $1 and lease_owner = $2 and lease_fence = $3`,
      [lease.endpointId, lease.owner, lease.fence],
    );
  }
}

function healthOf(row: StateRow): SendingHealth {
  return {
    consecutiveFailures: row.consecutive_failures,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    lastSuccessAt: row.last_success_at?.toISOString() ?? null,
    lastError: row.last_error,
  };
}
