import { Inject, Injectable } from '@nestjs/common';
import { appendToOutbox } from '@tributary/messaging';
import { Database } from '@tributary/persistence';
import { SendingHealth } from '../../endpoints/endpoint-health';
import { deliveredEvents, DeliveryStateRow, STATE_COLUMNS, toState } from '../delivery-state';
import { Delivery, Outcome } from './delivery';
import { Lease, LeaseLostError } from './lease';

/** Bodies that one claim may bring into memory. */
const CLAIM_BYTES_MAX = 4 * 1024 * 1024;

interface ClaimRow {
  version: number;
  enabled: boolean;
  id: number | null;
  lane: string;
  message_id: string;
  body: string;
  traceparent: string | null;
  attempts: number;
}

export interface Claim {
  /** The endpoint's version: a newer one than the sender knows must be loaded first. */
  readonly endpointVersion: number;
  readonly enabled: boolean;
  readonly deliveries: readonly Delivery[];
}

/**
 * Deliveries in the database, under the lease of their endpoint: each statement checks its fence, renews it,
 * and is a transaction of its own.
 */
@Injectable()
export class DeliveryStore {
  constructor(@Inject(Database) private readonly database: Database) {}

  /** The oldest due deliveries but those that the sender holds already. @throws LeaseLostError */
  async claim(lease: Lease, held: readonly number[], limit: number): Promise<Claim> {
    const askedAtMs = performance.now();
    const rows = await this.database.query<ClaimRow>(CLAIM, [...key(lease), held, limit, CLAIM_BYTES_MAX]);
    const [first] = rows;
    if (!first) throw new LeaseLostError(lease.endpointId);
    lease.renewed(askedAtMs);
    return {
      endpointVersion: first.version,
      enabled: first.enabled,
      deliveries: rows.flatMap((row) => (row.id === null ? [] : [{ ...toDelivery(row), id: row.id }])),
    };
  }

  /**
   * Keeps what came of attempts, and how the endpoint does, and tells of it.
   * @throws LeaseLostError
   */
  async save(
    lease: Lease,
    userId: number,
    outcomes: readonly Outcome[],
    health: SendingHealth,
  ): Promise<void> {
    const askedAtMs = performance.now();
    const pauseMs = Math.max(0, ...outcomes.map((outcome) => outcome.pauseMs ?? 0));
    await this.database.transaction(async (tx) => {
      const rows = await tx.query<SavedRow>(SAVE, [
        ...key(lease),
        JSON.stringify(outcomes.map(toRow)),
        pauseMs / 1000,
        health.consecutiveFailures,
        health.failingSince,
        health.lastAttemptAt,
        health.lastSuccessAt,
        health.lastError,
      ]);
      if (rows.length === 0) throw new LeaseLostError(lease.endpointId);
      const made = new Map(outcomes.map((outcome) => [outcome.deliveryId, outcome]));
      const states = rows.flatMap((row) => {
        const outcome = row.id === null ? undefined : made.get(row.id);
        return outcome ? [toState({ ...row, id: outcome.deliveryId }, attemptOf(outcome, row.attempts))] : [];
      });
      await appendToOutbox(tx, deliveredEvents({ id: lease.endpointId, userId }, states));
    });
    lease.renewed(askedAtMs);
  }
}

/** The id is null where the deliveries are gone: their endpoint was deleted. */
type SavedRow = Omit<DeliveryStateRow, 'id'> & { readonly id: number | null };

/** The fence and its renewal, at the head of every statement. */
const RENEW = `update sending_states
     set lease_expires_at = clock_timestamp() + make_interval(secs => $4)`;
const FENCE = 'where endpoint_id = $1 and lease_owner = $2 and lease_fence = $3 returning endpoint_id';

const CLAIM = `
  with lease as (${RENEW} ${FENCE}),
  due as (
    select id, sum(body_bytes) over (order by next_attempt_at, id) - body_bytes as bytes_before
      from (select id, body_bytes, next_attempt_at from deliveries
             where endpoint_id = $1 and status = 'PENDING' and next_attempt_at <= now()
               and id <> all($5::bigint[])
             order by next_attempt_at, id limit $6) oldest
  )
  select e.version, e.enabled, d.*
    from lease join webhook_endpoints e on e.id = lease.endpoint_id
    left join lateral (
      select d.id, d.lane, d.message_id, d.body, d.traceparent,
             d.attempts - d.earlier_attempts as attempts
        from due join deliveries d using (id)
       where due.bytes_before < $7 and e.enabled
       order by d.next_attempt_at, d.id
    ) d on true`;

const SAVE = `
  with lease as (${RENEW},
         paused_until = greatest(paused_until, clock_timestamp() + make_interval(secs => $6)),
         consecutive_failures = $7, failing_since = $8, last_attempt_at = $9, last_success_at = $10,
         last_error = $11 ${FENCE}),
  outcome as (
    select o.* from jsonb_to_recordset($5) as o(delivery_id bigint, attempted_at timestamptz,
           duration_ms integer, status_code integer, error text, status text, retry_in_s double precision)
     where exists (select from lease)
  ),
  attempt as (
    insert into delivery_attempts (delivery_id, attempted_at, status_code, error, duration_ms)
    select delivery_id, attempted_at, status_code, error, duration_ms from outcome
  ),
  delivery as (
    update deliveries d
       set status = case when d.status = 'PENDING' or o.status = 'DELIVERED' then o.status else d.status end,
           attempts = d.attempts + 1, version = d.version + 1,
           next_attempt_at = coalesce(clock_timestamp() + make_interval(secs => o.retry_in_s), d.next_attempt_at)
      from outcome o
     where d.id = o.delivery_id
    returning ${STATE_COLUMNS}
  )
  select d.* from lease left join delivery d on true`;

function key(lease: Lease): unknown[] {
  return [lease.endpointId, lease.owner, lease.fence, lease.terms.leaseMs / 1000];
}

function attemptOf(outcome: Outcome, number: number) {
  const { attemptedAt, durationMs, statusCode, error } = outcome;
  return { number, attemptedAt, durationMs, statusCode, error };
}

function toRow({ verdict, ...outcome }: Outcome): object {
  return {
    delivery_id: outcome.deliveryId,
    attempted_at: outcome.attemptedAt,
    duration_ms: outcome.durationMs,
    status_code: outcome.statusCode,
    error: outcome.error,
    status: verdict.status,
    retry_in_s: verdict.status === 'PENDING' ? verdict.retryInMs / 1000 : null,
  };
}

function toDelivery(row: ClaimRow): Omit<Delivery, 'id'> {
  return {
    lane: row.lane,
    messageId: row.message_id,
    body: row.body,
    traceparent: row.traceparent,
    attempts: row.attempts,
  };
}
