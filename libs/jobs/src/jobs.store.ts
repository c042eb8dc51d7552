import type { Context } from '@opentelemetry/api';
import { traceHeaders, traceOf } from '@tributary/messaging';
import { isFree, isHeld, leaseEnd, msUntil, OldRows, Queryable, Tx } from '@tributary/persistence';
import { Claim } from './held-lease';
import { LeasedTable } from './leases.store';

/** A new job. */
export interface NewJob<Payload> {
  readonly key: string | number;
  /** The user whose turn the job uses, and with whom it is erased; 0: the service's own. */
  readonly userId: number;
  readonly payload: Payload;
  readonly dueInMs?: number;
  /** Default: now. */
  readonly trace?: Context;
}

/** A claimed job. */
export interface ClaimedJob<Payload = unknown, Cursor = unknown> {
  readonly id: number;
  readonly kind: string;
  readonly key: string;
  readonly userId: number;
  readonly payload: Payload;
  readonly cursor: Cursor | null;
  readonly attempt: number;
  readonly fence: number;
  readonly trace: Context;
}

const INSERT = `
  insert into jobs (kind, key, user_id, payload, trace, due_at)
  select $1, key, "userId", payload, trace, ${leaseEnd('"dueInMs"')}
    from jsonb_to_recordset($2::jsonb)
         as j(key text, "userId" bigint, payload jsonb, trace jsonb, "dueInMs" float8)
   order by key
  on conflict (kind, key)`;

const RESTART = `${INSERT} do update set
    user_id = excluded.user_id, payload = excluded.payload, trace = excluded.trace, due_at = excluded.due_at,
    created_at = excluded.created_at, cursor = null, state = 'OPEN', attempt = 0, fence = jobs.fence + 1,
    lease_until = null, finished_at = null`;

/** Creates jobs. A job that exists starts over, whether it is open or has ended. @returns ids */
export async function enqueueJobs<Payload>(
  tx: Queryable,
  kind: string,
  jobs: readonly NewJob<Payload>[],
): Promise<number[]> {
  if (jobs.length === 0) return [];
  const rows = await tx.query<{ id: number }>(`${RESTART} returning id`, [kind, recordsOf(jobs)]);
  return rows.map(({ id }) => id);
}

/** Creates a job, unless one exists or existed. */
export async function enqueueJobOnce<Payload>(
  tx: Queryable,
  kind: string,
  job: NewJob<Payload>,
): Promise<void> {
  await tx.execute(`${INSERT} do nothing`, [kind, recordsOf([job])]);
}

function recordsOf<Payload>(jobs: readonly NewJob<Payload>[]): string {
  return JSON.stringify(
    jobs.map(({ trace, dueInMs = 0, ...job }) => ({ ...job, dueInMs, trace: traceHeaders(trace) })),
  );
}

/** Cancels jobs; a running step then saves nothing. @param which SQL over `jobs` with `$2…` */
export function cancelJobs(
  tx: Tx,
  kind: string,
  which: string,
  parameters: readonly unknown[],
): Promise<number> {
  return tx.execute(
    `update jobs set state = 'CANCELLED', finished_at = clock_timestamp(), lease_until = null, fence = fence + 1
      where kind = $1 and finished_at is null and (${which})`,
    [kind, ...parameters],
  );
}

/**
 * The oldest due and unclaimed job of the user whose last turn is longest ago, so that a user with many jobs does not
 * delay the others. A user without a turn has waited since their first job was created. A user with a running job of
 * the kind in this process (`$3` and `$4`) gets no second one; the service itself does.
 */
const CLAIM = `
  with users as (
    select kind, user_id, min(created_at) as since from jobs
     where finished_at is null and kind = any($1::text[]) group by kind, user_id
  ), turns as (
    select kind, user_id, coalesce((select max(turn_at) from jobs t
                                     where t.kind = u.kind and t.user_id = u.user_id), since) as since
      from users u
  )
  update jobs
     set fence = fence + 1, lease_until = ${leaseEnd('$2')}, turn_at = clock_timestamp()
   where id = (select j.id from jobs j join turns using (kind, user_id)
                where j.finished_at is null and j.due_at <= clock_timestamp() and ${isFree('j.lease_until')}
                  and (j.user_id = 0 or (j.kind, j.user_id) <> all (select * from unnest($3::text[], $4::bigint[])))
                order by turns.since, j.id limit 1 for update of j skip locked)
  returning id, kind, key, user_id as "userId", payload, cursor, attempt, fence, trace`;

/**
 * Claims the job of these kinds whose turn it is, if there is one.
 * @param underWay the jobs that run in this process
 */
export async function claimJob(
  database: Queryable,
  kinds: readonly string[],
  underWay: readonly Pick<ClaimedJob, 'kind' | 'userId'>[],
  leaseMs: number,
): Promise<ClaimedJob[]> {
  const rows = await database.query<Omit<ClaimedJob, 'trace'> & { trace: Record<string, string> }>(CLAIM, [
    kinds,
    leaseMs,
    underWay.map(({ kind }) => kind),
    underWay.map(({ userId }) => userId),
  ]);
  return rows.map((row) => ({ ...row, trace: traceOf(row.trace) }));
}

/**
 * Time until one of the jobs that `claimJob` would choose from is due and free, with the same parameters; null if
 * there is none.
 */
export async function nextJobInMs(
  database: Queryable,
  kinds: readonly string[],
  underWay: readonly Pick<ClaimedJob, 'kind' | 'userId'>[],
): Promise<number | null> {
  const [next] = await database.query<{ in_ms: number | null }>(
    `select ${msUntil('min(greatest(due_at, lease_until))')} as in_ms
       from jobs
      where finished_at is null and kind = any($1::text[])
        and (user_id = 0 or (kind, user_id) <> all (select * from unnest($2::text[], $3::bigint[])))`,
    [kinds, underWay.map(({ kind }) => kind), underWay.map(({ userId }) => userId)],
  );
  return next?.in_ms ?? null;
}

const HELD = `id = $1 and ${isHeld('jobs', '$2')}`;

/** Saves the job's position and renews the lease. With a pause, the job is released and waits that long. */
export async function moveJob(
  tx: Tx,
  { id, fence }: Claim,
  { cursor, afterMs }: { readonly cursor: unknown; readonly afterMs?: number },
  leaseMs: number,
): Promise<boolean> {
  const rest = 'case when $4::float8 is null then';
  const moved = await tx.execute(
    `update jobs
        set cursor = $3::jsonb, attempt = 0, lease_until = ${rest} ${leaseEnd('$5')} end,
            due_at = ${rest} due_at else ${leaseEnd('$4')} end
      where ${HELD}`,
    [id, fence, JSON.stringify(cursor), afterMs ?? null, leaseMs],
  );
  return moved > 0;
}

export async function endJob(tx: Tx, { id, fence }: Claim, state: 'DONE' | 'FAILED'): Promise<boolean> {
  const ended = await tx.execute(
    `update jobs set state = $3, finished_at = clock_timestamp(), lease_until = null where ${HELD}`,
    [id, fence, state],
  );
  return ended > 0;
}

/** Saves a failure: releases the job until the pause that follows is over. */
export async function postponeJob(database: Queryable, { id, fence }: Claim, pauseMs: number): Promise<void> {
  await database.execute(
    `update jobs set lease_until = null, attempt = attempt + 1, due_at = ${leaseEnd('$3')} where ${HELD}`,
    [id, fence, pauseMs],
  );
}

/** Jobs that ended a week ago. */
export const ENDED_JOBS: OldRows = { table: 'jobs', since: 'finished_at', days: 7 };

/** A kind's jobs, as metrics show them. */
export interface JobCounts {
  readonly name: string;
  readonly waiting: number;
  readonly oldest_s: number | null;
  readonly running: number;
  readonly failed: number;
}

/** Counts the stored jobs, by kind. */
export function countJobs(database: Queryable): Promise<JobCounts[]> {
  return database.query<JobCounts>(
    `select kind as name, count(*) filter (where finished_at is null)::int as waiting,
            extract(epoch from clock_timestamp() - min(created_at) filter (where finished_at is null))::float8 as oldest_s,
            count(*) filter (where lease_until > clock_timestamp())::int as running,
            count(*) filter (where state = 'FAILED')::int as failed
       from jobs group by kind`,
  );
}

/** Whether a kind has a job that satisfies the condition. @param condition SQL; its parameters begin at `$2` */
export async function isThereJob(
  tx: Tx,
  kind: string,
  condition: string,
  parameters: readonly unknown[],
): Promise<boolean> {
  const sql = `select 1 from jobs where kind = $1 and (${condition}) limit 1`;
  return (await tx.query(sql, [kind, ...parameters])).length > 0;
}

/** SQL: joins a job where there is one. @param key SQL of its key @param schema default: the search path's */
export function joinJob(alias: string, kind: string, key: string, schema?: string): string {
  const table = schema === undefined ? 'jobs' : `${schema}.jobs`;
  return `left join ${table} ${alias} on ${alias}.kind = '${kind}' and ${alias}.key = ${key}`;
}

/** The position of a job; undefined once it has ended. */
export async function findCursor<Cursor>(
  database: Queryable,
  id: number,
): Promise<{ readonly cursor: Cursor | null } | undefined> {
  const [job] = await database.query<{ cursor: Cursor | null }>(
    'select cursor from jobs where id = $1 and finished_at is null',
    [id],
  );
  return job;
}

/** SQL: a part of a statement that inserts jobs of a kind. @param keys SQL that selects their keys, as text */
export const insertJobs = (kind: string, keys: string, schema?: string): string =>
  `insert into ${schema === undefined ? '' : `${schema}.`}jobs (kind, key, user_id, payload)
   select '${kind}', key, 0, '{}' from (${keys}) as k(key)`;

/** SQL: deletes a job that was not begun. @returns its `key` @param key SQL */
export const deleteUnbegunJob = (kind: string, key: string, schema: string): string =>
  `delete from ${schema}.jobs where kind = '${kind}' and key = ${key} and fence = 0 returning key`;

/** The table of jobs in each service's schema. */
export const JOBS_TABLE = { table: 'jobs', rowsOfUserSql: 't.user_id = $1' } as const;

export const JOB_LEASES: LeasedTable = { table: 'jobs', key: 'id' };
