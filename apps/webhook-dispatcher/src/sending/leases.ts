import { Inject, Injectable } from '@nestjs/common';
import { claimLeases, HeldLease, LeaseKeeper, releaseLeases, renewLeases } from '@tributary/jobs';
import { Database } from '@tributary/persistence';
import { JOB_LEASE_MS, ServiceLogger } from '@tributary/service';
import { SendingHealth } from '../endpoints/health/endpoint-health';
import type { WebhookDispatcherConfig } from '../webhook-dispatcher.config';
import { DISPATCHER_CONFIG } from '../webhook-dispatcher.config';
import {
  claimEndpoint,
  ENDPOINT_LEASES,
  endpointsWithWork,
  nextWorkInMs,
  onDueDeliveries,
  StateRow,
} from './due-deliveries.store';

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
    this.leaseMs = leaseMs ?? JOB_LEASE_MS;
    this.keeper = new LeaseKeeper({
      leaseMs: this.leaseMs,
      renew: (leases) => renewLeases(database, ENDPOINT_LEASES, leases),
      onFailure: (error) => logger?.failure('leases of endpoints could not be renewed', error),
    });
  }

  /** Returns endpoints with due deliveries and without a sending instance, except the busy ones of this instance. */
  findWork(busy: readonly number[], limit: number): Promise<number[]> {
    return endpointsWithWork(this.database, busy, limit);
  }

  /**
   * Calls the listener after commits of any instance that may make deliveries due.
   * @returns a function that unsubscribes
   */
  onDueDeliveries(listener: () => void): () => void {
    return onDueDeliveries(this.database, listener);
  }

  /** Returns the time until `findWork` would return an endpoint; null if no delivery is waiting. */
  nextWorkInMs(busy: readonly number[]): Promise<number | null> {
    return nextWorkInMs(this.database, busy);
  }

  /**
   * Returns null if another instance has the lease, or if the endpoint requested a pause. The lease is renewed until it
   * is released, however long the POSTs take.
   */
  async claim(endpointId: number): Promise<{ lease: HeldLease; health: SendingHealth } | null> {
    const { database, leaseMs } = this;
    const [claimed] = await claimLeases(leaseMs, () => claimEndpoint(database, endpointId, leaseMs));
    if (!claimed) return null;
    const [row, lease] = claimed;
    this.keeper.keep(lease);
    return { lease, health: healthOf(row) };
  }

  /** Releases the lease, so that another instance can claim it immediately. */
  async release(lease: HeldLease): Promise<void> {
    this.keeper.end(lease);
    await releaseLeases(this.database, ENDPOINT_LEASES, [lease]);
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
