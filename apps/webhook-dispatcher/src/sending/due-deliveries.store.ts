import { DeliveryState, largestOf } from '@tributary/contracts';
import { Claim, HeldLease, LeasedTable } from '@tributary/jobs';
import { Database, isFree, isHeld, leaseEnd, msUntil, Queryable, Tx } from '@tributary/persistence';
import { WaitingWork } from '@tributary/service';
import { CREATED_AT } from '../deliveries/deliveries.store';
import { RESTS_AFTER_FAILURES, SendingHealth } from '../endpoints/health/endpoint-health';
import { Outcome } from './delivery';

/**
 * Calls the listener after commits of any instance that may make deliveries due.
 * @returns a function that unsubscribes
 */
export function onDueDeliveries({ signals }: Database, listener: () => void): () => void {
  const stops = ['deliveries', 'webhook_endpoints', 'sending_states'].map((table) =>
    signals.on(table, listener),
  );
  return () => {
    for (const stop of stops) stop();
  };
}

/** Returns endpoints with due deliveries and without a sending instance, except those in `except`. */
export async function endpointsWithWork(
  database: Queryable,
  except: readonly number[],
  limit: number,
): Promise<number[]> {
  const rows = await database.query<{ id: number }>(
    `select e.id
       from webhook_endpoints e join sending_states s on s.endpoint_id = e.id
      where e.enabled and s.paused_until <= now() and e.id <> all($1::bigint[]) and ${isFree('s.lease_until')}
        and exists (select from deliveries d where d.endpoint_id = e.id and d.status = 'PENDING'
                       and d.next_attempt_at <= now())
      order by s.last_attempt_at nulls first limit $2`,
    [except, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the time until `endpointsWithWork` would return an endpoint; null if no delivery is waiting. */
export async function nextWorkInMs(database: Queryable, except: readonly number[]): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(greatest(d.next_attempt_at, s.paused_until, s.lease_until))')} as in_ms
       from webhook_endpoints e join sending_states s on s.endpoint_id = e.id
      cross join lateral (select min(next_attempt_at) as next_attempt_at from deliveries d
                           where d.endpoint_id = e.id and d.status = 'PENDING') d
      where e.enabled and e.id <> all($1::bigint[]) and d.next_attempt_at is not null`,
    [except],
  );
  return next?.in_ms ?? null;
}

/** The columns `fence` and `lease_until` lease the endpoint to the instance that sends for it. */
export const ENDPOINT_LEASES: LeasedTable = { table: 'sending_states', key: 'endpoint_id' };

export interface StateRow extends Claim {
  consecutive_failures: number;
  failing_since: Date | null;
  last_attempt_at: Date | null;
  last_success_at: Date | null;
  last_error: string | null;
}

/** Claims the lease; returns no row if another instance has it, or if the endpoint requested a pause. */
export function claimEndpoint(database: Queryable, endpointId: number, leaseMs: number): Promise<StateRow[]> {
  return database.query<StateRow>(
    `update sending_states set fence = fence + 1, lease_until = ${leaseEnd('$2')}
      where endpoint_id = $1 and paused_until <= now() and ${isFree('lease_until')}
     returning endpoint_id as id, fence, consecutive_failures, failing_since, last_attempt_at, last_success_at,
               last_error`,
    [endpointId, leaseMs],
  );
}

export interface ClaimRow {
  version: number;
  enabled: boolean;
  id: number | null;
  lane: string;
  message_id: string;
  event_type: string;
  /** The body of a delivery from before contents were shared. */
  body: string | null;
  content_id: number | null;
  traceparent: string | null;
  transaction_ids: readonly number[];
  attempts: number;
  earlier_attempts: number;
  created_at: string;
}

const CLAIM = `
  select e.version, e.enabled, d.*
    from sending_states s join webhook_endpoints e on e.id = s.endpoint_id
    left join lateral (
      select id, lane, message_id, event_type, body, content_id, traceparent, transaction_ids, attempts, earlier_attempts,
             ${CREATED_AT} as created_at
        from (select due.*, sum(body_bytes) over (order by next_attempt_at, id) - body_bytes as bytes_before
                from (select * from deliveries
                       where endpoint_id = $1 and status = 'PENDING' and next_attempt_at <= now()
                         and id <> all($3::bigint[])
                       order by next_attempt_at, id limit $4) due) bounded
       where bytes_before < $5 and e.enabled
       order by next_attempt_at, id
    ) d on true
   where s.endpoint_id = $1 and ${isHeld('s', '$2')}`;

/**
 * Returns the endpoint's oldest due deliveries, or one row without a delivery if there are none. Returns no row if the
 * lease is lost.
 */
export function claimDeliveries(
  database: Queryable,
  { id, fence }: Claim,
  bounds: { readonly except: readonly number[]; readonly limit: number; readonly bytesMax: number },
): Promise<ClaimRow[]> {
  const { except, limit, bytesMax } = bounds;
  return database.queryPrepared<ClaimRow>(CLAIM, [id, fence, `{${except.join(',')}}`, limit, bytesMax]);
}

/** Returns the contents by id. */
export async function readContents(
  database: Queryable,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const rows = await database.queryPrepared<{ id: number; content: string }>(
    'select id, content from delivery_contents where id = any($1::bigint[])',
    [ids],
  );
  return new Map(rows.map(({ id, content }) => [id, content]));
}

const STILL_HELD = `
  select s.endpoint_id from sending_states s
    join unnest($1::bigint[], $2::bigint[]) as l(endpoint_id, fence)
      on s.endpoint_id = l.endpoint_id and ${isHeld('s', 'l.fence')}`;

/** Returns the endpoints whose leases are still valid. */
export async function endpointsLeased(database: Queryable, leases: readonly Claim[]): Promise<Set<number>> {
  const rows = await database.query<{ endpoint_id: number }>(STILL_HELD, [
    leases.map(({ id }) => id),
    leases.map(({ fence }) => fence),
  ]);
  return new Set(rows.map(({ endpoint_id }) => endpoint_id));
}

/**
 * A metric of waiting deliveries. Those of endpoints that requested a pause or rest after failures do not count,
 * because they do not wait for this service.
 */
export const WAITING_DELIVERIES: WaitingWork = {
  name: 'deliveries',
  sql: `select count(*)::int as waiting, extract(epoch from clock_timestamp() - min(next_attempt_at))::float8 as oldest_s
          from deliveries join sending_states s using (endpoint_id)
         where status = 'PENDING' and next_attempt_at <= clock_timestamp()
           and s.paused_until <= clock_timestamp() and s.consecutive_failures < ${RESTS_AFTER_FAILURES}`,
};

/** The results of attempts at one endpoint, and its health afterwards. */
export interface OutcomesOfOne {
  readonly lease: HeldLease;
  readonly userId: number;
  readonly outcomes: readonly Outcome[];
  readonly health: SendingHealth;
}

/** A saved row: an endpoint whose results were saved (`id` null), or a changed delivery. */
export type SavedRow = { readonly endpoint_id: number; readonly id: null } | SavedDelivery;

export interface SavedDelivery {
  readonly endpoint_id: number;
  readonly id: number;
  readonly version: number;
  readonly status: DeliveryState['status'];
  readonly attempts: number;
  /** Null unless the delivery is waiting. */
  readonly next_attempt_at: Date | null;
}

/**
 * Saves results. Skips endpoints whose lease is lost, and endpoints with a locked row, so that no endpoint waits for
 * another. A result counts only if the delivery still has the number of attempts that it had when it was claimed, so
 * that a save is not counted twice if the first one's result was lost.
 */
const SAVE = `
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

export function saveOutcomes(tx: Tx, batch: readonly OutcomesOfOne[]): Promise<SavedRow[]> {
  return tx.queryPrepared<SavedRow>(SAVE, [...stateColumns(batch), ...outcomeColumns(batch)]);
}

/** Returns the parameters 1 to 9 of `SAVE`: one element for each endpoint. */
function stateColumns(batch: readonly OutcomesOfOne[]): unknown[] {
  const of = <T>(column: (one: OutcomesOfOne) => T): T[] => batch.map(column);
  return [
    of(({ lease }) => lease.id),
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

/** Returns the parameters 10 to 18 of `SAVE`: one element for each outcome. */
function outcomeColumns(batch: readonly OutcomesOfOne[]): string[] {
  const all = batch.flatMap(({ lease, outcomes }) =>
    outcomes.map((outcome) => ({ endpointId: lease.id, ...outcome })),
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

/**
 * Formats an array of numbers and plain words in Postgres' notation. The driver would search each element for quotes.
 */
function arrayOf<T>(items: readonly T[], column: (item: T) => number | string | null): string {
  return `{${items.map((item) => column(item) ?? 'NULL').join(',')}}`;
}
