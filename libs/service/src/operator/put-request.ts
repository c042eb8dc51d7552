/** Kind of the jobs that fulfil operators' requests; the key is the request's id. */
export const OPERATOR_REQUESTS = 'operator_requests';

/**
 * SQL that puts a request onto a service's desk: `$1` its kind, `$2` the parameters, `$3` who asks. Gives its `id`.
 * @param schema of the service; the search path's unless given
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

/** SQL that takes request `$1` back, unless the service has begun it. Gives its `id` if it was taken back. */
export function takeBackRequest(schema: string): string {
  return `
    with job as (
      delete from ${schema}.jobs where kind = '${OPERATOR_REQUESTS}' and key = $1::text and fence = 0 returning key
    )
    delete from ${schema}.operator_requests where id::text in (select key from job) returning id`;
}
