import { deleteUnbegunJob, insertJobs, joinJob } from '@tributary/jobs';
import { Queryable, Tx } from '@tributary/persistence';

/** Kind of the jobs that fulfil operators' requests; the key is the request's id. */
export const OPERATOR_REQUESTS = 'operator_requests';

const inSchema = (schema?: string): string =>
  schema === undefined ? 'operator_requests' : `${schema}.operator_requests`;

/**
 * SQL that inserts a request for a service: `$1` its kind, `$2` the parameters, `$3` the operator. Returns its `id`.
 * @param schema of the service; default: the search path's
 */
export function putRequest(schema?: string): string {
  return `
    with request as (
      insert into ${inSchema(schema)} (kind, parameters, requested_by) values ($1, $2, $3) returning id
    ), job as (
      ${insertJobs(OPERATOR_REQUESTS, 'select id::text from request', schema)}
    )
    select id from request`;
}

/** SQL that withdraws request `$1`, unless the service has begun it. Returns its `id` if it was withdrawn. */
export function takeBackRequest(schema: string): string {
  return `
    with job as (
      ${deleteUnbegunJob(OPERATOR_REQUESTS, '$1::text', schema)}
    )
    delete from ${inSchema(schema)} where id::text in (select key from job) returning id`;
}

/** SQL of request `$1`, and whether the service has begun it, as `is_begun`. */
export const requestAndItsJob = (schema: string): string =>
  `select r.*, coalesce(j.fence > 0, true) as is_begun
     from ${inSchema(schema)} r ${joinJob('j', OPERATOR_REQUESTS, 'r.id::text', schema)}
    where r.id = $1`;

/** A request that is to be fulfilled. */
export interface OpenRequest {
  readonly id: string;
  readonly kind: string;
  readonly parameters: Record<string, unknown>;
}

export async function findOpenRequest(database: Queryable, id: string): Promise<OpenRequest | undefined> {
  const [request] = await database.query<OpenRequest>(
    'select id, kind, parameters from operator_requests where id = $1 and ended_at is null',
    [id],
  );
  return request;
}

export async function noteProgress(database: Queryable, id: string, progress: string): Promise<void> {
  await database.execute('update operator_requests set progress = $2 where id = $1', [id, progress]);
}

/** @param forgotten names of parameters that are removed from the record */
export async function endRequest(
  tx: Tx,
  id: string,
  answer: { readonly outcome?: string; readonly error?: string },
  forgotten: readonly string[],
): Promise<void> {
  await tx.execute(
    `update operator_requests
        set ended_at = clock_timestamp(), outcome = $2, error = $3, parameters = parameters - $4::text[]
      where id = $1`,
    [id, answer.outcome ?? null, answer.error ?? null, forgotten],
  );
}

/** A request with its progress. */
export interface RequestRow {
  readonly id: number;
  readonly kind: string;
  readonly parameters: Record<string, unknown>;
  readonly requested_at: Date;
  readonly requested_by: string | null;
  readonly progress: string | null;
  readonly ended_at: Date | null;
  readonly outcome: string | null;
  readonly error: string | null;
}

const COLUMNS = 'id, kind, parameters, requested_at, requested_by, progress, ended_at, outcome, error';

/** A request of one of the kinds. */
export async function findRequest(
  database: Queryable,
  id: number,
  kinds: readonly string[],
): Promise<RequestRow | undefined> {
  const [row] = await database.query<RequestRow>(
    `select ${COLUMNS} from operator_requests where id = $1 and kind = any($2::text[])`,
    [id, kinds],
  );
  return row;
}

/** All requests, the newest first. */
export async function listRequests(
  database: Queryable,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ rows: RequestRow[]; total: number }> {
  const rows = await database.query<RequestRow>(
    `select ${COLUMNS} from operator_requests order by id desc limit $1 offset $2`,
    [limit, offset],
  );
  const [counted] = await database.query<{ total: number }>(
    'select count(*)::int as total from operator_requests',
  );
  return { rows, total: counted?.total ?? 0 };
}

/** An erased person's address and name are in no record any more. */
export async function forgetPersonInRequests(tx: Tx, email: string): Promise<void> {
  await tx.execute(
    `update operator_requests set parameters = parameters - 'email' - 'name' where parameters ->> 'email' = $1`,
    [email],
  );
}
