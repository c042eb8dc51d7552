import { Inject, Injectable } from '@nestjs/common';
import { LeaseKeeper, momentNow, renewalsOf } from '@tributary/jobs';
import { Database, isFree, isHeld, leaseEnd, msUntil } from '@tributary/persistence';
import { ServiceLogger } from '@tributary/service';
import { SendingHealth } from '../endpoints/health/endpoint-health';
import type { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../webhook-dispatcher.config';
import { Lease, LEASE_MS } from './lease';

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
  private readonly leaseMs: number;
  private readonly keeper: LeaseKeeper;

  constructor(
    @Inject(Database) private readonly database: Database,
    @Inject(DISPATCHER_CONFIG) { leaseMs }: Pick<WebhookDispatcherConfig, 'leaseMs'> = {},
    @Inject(ServiceLogger) logger?: ServiceLogger,
  ) {
    this.leaseMs = leaseMs ?? LEASE_MS;
    this.keeper = new LeaseKeeper({
      leaseMs: this.leaseMs,
      renew: renewalsOf(database, 'sending_states', 'endpoint_id'),
      onFailure: (error) => logger?.failure('leases of endpoints could not be renewed', error),
    });
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

  /**
   * Null if another instance has it, or the endpoint requested a pause. It is renewed until it is released, however long
   * the POSTs take.
   */
  async claim(endpointId: number): Promise<{ lease: Lease; health: SendingHealth } | null> {
    const asked = momentNow();
    const [row] = await this.database.query<StateRow>(
      `update sending_states set fence = fence + 1, lease_until = ${leaseEnd('$2')}
        where endpoint_id = $1 and paused_until <= now() and ${isFree('lease_until')}
       returning fence, consecutive_failures, failing_since, last_attempt_at, last_success_at, last_error`,
      [endpointId, this.leaseMs],
    );
    if (!row) return null;
    const lease = new Lease(endpointId, row.fence, asked, this.leaseMs);
    this.keeper.keep(lease);
    return { lease, health: healthOf(row) };
  }

  /** Releases the endpoint to the next instance, immediately. */
  async release(lease: Lease): Promise<void> {
    this.keeper.end(lease);
    await this.database.execute(
      `update sending_states set lease_until = null where endpoint_id = $1 and ${isHeld('sending_states', '$2')}`,
      [lease.endpointId, lease.fence],
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
