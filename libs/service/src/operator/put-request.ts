/** Kind of the jobs that fulfil operators' requests; the key is the request's id. */
export const OPERATOR_REQUESTS = 'operator_requests';

/**
 * SQL that inserts a request for a service: `$1` its kind, `$2` the parameters, `$3` the operator. Returns its `id`.
 * @param schema of the service; default: the search path's
 */
export function putRequest(schema?: string): string {
  const prefix = schema === undefined ? '' : `${schema}.`;
  return `
    with request as (
      insert into ${prefix}operator_requests (kind, parameters, requested_by) values ($1, $2, $3) returning id
    ), job as (
      insert into ${prefix}jobs (kind, key, user_id, payload)
      select '${OPERATOR_REQUESTS}', id::text, 0, '{}' from request
    )
    select id from request`;
}

/** SQL that withdraws request `$1`, unless the service has begun it. Returns its `id` if it was withdrawn. */
export function takeBackRequest(schema: string): string {
  return `
    with job as (
      delete from ${schema}.jobs where kind = '${OPERATOR_REQUESTS}' and key = $1::text and fence = 0 returning key
    )
    delete from ${schema}.operator_requests where id::text in (select key from job) returning id`;
}
