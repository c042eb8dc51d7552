import { largestOf, DeliveryState } from '@tributary/contracts';
import { isHeld, leaseEnd } from '@tributary/persistence';
import { SendingHealth } from '../../endpoints/health/endpoint-health';
import { Outcome } from '../delivery';
import { Lease } from '../lease';

/** The results of attempts at one endpoint, and its health after them. */
export interface OutcomesOfOne {
  readonly lease: Lease;
  readonly userId: number;
  readonly outcomes: readonly Outcome[];
  readonly health: SendingHealth;
}

/** A row for each endpoint whose results were saved, and one for each changed delivery. */
export type SavedRow = { readonly endpoint_id: number; readonly id: null } | SavedDelivery;

export interface SavedDelivery {
  readonly endpoint_id: number;
  readonly id: number;
  readonly version: number;
  readonly status: DeliveryState['status'];
  readonly attempts: number;
  /** Null unless it waits. */
  readonly next_attempt_at: Date | null;
}

/**
 * Excludes writers without the lease, and endpoints with a locked row, so that no endpoint waits for another. A result
 * counts only if the delivery still has the attempts that it had when it was claimed, so a save whose answer was lost
 * is not counted twice.
 */
export const SAVE = `
  with wanted as (
    select * from unnest($1::bigint[], $2::bigint[], $3::float8[], $4::float8[], $5::integer[], $6::timestamptz[],
             $7::timestamptz[], $8::timestamptz[], $9::text[])
        as w(endpoint_id, fence, lease_ms, pause_s, failures, failing_since, attempt_at, success_at, error)
  ),
  held as (
    select s.endpoint_id from sending_states s join wanted w using (endpoint_id)
     where ${isHeld('s', 'w.fence')}
     order by s.endpoint_id for update of s skip locked
  ),
  renewed as (
    update sending_states s
       set lease_until = ${leaseEnd('w.lease_ms')},
           paused_until = greatest(s.paused_until, clock_timestamp() + make_interval(secs => w.pause_s)),
           consecutive_failures = w.failures, failing_since = w.failing_since, last_attempt_at = w.attempt_at,
           last_success_at = w.success_at, last_error = w.error
      from wanted w join held h using (endpoint_id)
     where s.endpoint_id = w.endpoint_id
  ),
  outcome as (
    select o.* from unnest($10::bigint[], $11::bigint[], $12::integer[], $13::timestamptz[], $14::integer[], $15::integer[],
             $16::text[], $17::text[], $18::float8[])
        as o(endpoint_id, delivery_id, attempts, attempted_at, duration_ms, status_code, error, status, retry_in_s)
      join held h using (endpoint_id)
  ),
  delivery as (
    update deliveries d
       set status = case when d.status = 'PENDING' or o.status = 'DELIVERED' then o.status else d.status end,
           attempts = d.attempts + 1, version = d.version + 1,
           next_attempt_at = coalesce(clock_timestamp() + make_interval(secs => o.retry_in_s), d.next_attempt_at)
      from outcome o
     where d.id = o.delivery_id and d.attempts = o.attempts
    returning d.endpoint_id, d.id, d.version, d.status, d.attempts,
              case when d.status = 'PENDING' then d.next_attempt_at end as next_attempt_at,
              o.attempted_at, o.status_code, o.error, o.duration_ms
  ),
  attempt as (
    insert into delivery_attempts (delivery_id, attempted_at, status_code, error, duration_ms)
    select id, attempted_at, status_code, error, duration_ms from delivery
  )
  select endpoint_id, null as id, null as version, null as status, null as attempts, null as next_attempt_at from held
   union all
  select endpoint_id, id, version, status, attempts, next_attempt_at from delivery`;

/** Parameters 1 to 9 of `SAVE`: an element for each endpoint. */
export function stateColumns(batch: readonly OutcomesOfOne[]): unknown[] {
  const of = <T>(column: (one: OutcomesOfOne) => T): T[] => batch.map(column);
  return [
    of(({ lease }) => lease.endpointId),
    of(({ lease }) => lease.fence),
    of(({ lease }) => lease.leaseMs),
    of(
      ({ outcomes }) =>
        largestOf(
          outcomes.map(({ pauseMs }) => pauseMs ?? 0),
          0,
        ) / 1000,
    ),
    of(({ health }) => health.consecutiveFailures),
    of(({ health }) => health.failingSince),
    of(({ health }) => health.lastAttemptAt),
    of(({ health }) => health.lastSuccessAt),
    of(({ health }) => health.lastError),
  ];
}

/** Parameters 10 to 18 of `SAVE`: an element for each outcome. */
export function outcomeColumns(batch: readonly OutcomesOfOne[]): string[] {
  const all = batch.flatMap(({ lease, outcomes }) =>
    outcomes.map((outcome) => ({ endpointId: lease.endpointId, ...outcome })),
  );
  return [
    arrayOf(all, ({ endpointId }) => endpointId),
    arrayOf(all, ({ delivery }) => delivery.id),
    arrayOf(all, ({ delivery }) => delivery.attempts),
    arrayOf(all, ({ attemptedAt }) => attemptedAt),
    arrayOf(all, ({ durationMs }) => durationMs),
    arrayOf(all, ({ statusCode }) => statusCode),
    arrayOf(all, ({ error }) => error),
    arrayOf(all, ({ verdict }) => verdict.status),
    arrayOf(all, ({ verdict }) => (verdict.status === 'PENDING' ? verdict.retryInMs / 1000 : null)),
  ];
}

/** An array in Postgres' notation, of numbers and plain words, because the driver would search each for quotes. */
function arrayOf<T>(items: readonly T[], column: (item: T) => number | string | null): string {
  return `{${items.map((item) => column(item) ?? 'NULL').join(',')}}`;
}
