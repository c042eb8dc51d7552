import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import type { Static } from '@sinclair/typebox';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';
import type { WebhookFigures } from './webhook-delivery.schema';

/**
 * Deliveries to an endpoint as REST resources, each with its attempts, oldest first. The caller has verified that the
 * token may read the endpoint.
 */
export const WEBHOOK_DELIVERIES = rowsOf<{ readonly id: number }, [endpointId: number]>({
  from: 'webhook_deliveries d',
  columns: `d.id, d.endpoint_id as webhook_endpoint_id, d.message_id, d.event_type, d.account_id as financial_account_id,
    d.status, d.attempts as attempts_count, d.next_attempt_at, d.created_at, d.updated_at, t.attempts`,
  joins: `left join lateral (
    select coalesce(jsonb_agg(jsonb_build_object('number', a.number,
             'attempted_at', to_char(a.attempted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
             'duration_ms', a.duration_ms, 'status_code', a.status_code, 'error', a.error)
           order by a.number), '[]') as attempts
      from webhook_attempts a where a.endpoint_id = d.endpoint_id and a.delivery_id = d.id
  ) t on true`,
  condition: (parameters, endpointId) => `d.endpoint_id = ${parameters.add(endpointId)}::bigint`,
}).listedBy({
  sorts: { id: 'd.id', created_at: 'd.created_at', updated_at: 'd.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'd.id' },
    message_id: {
      kind: 'exact',
      description: 'The `webhook-id` that the endpoint got.',
      sql: 'd.message_id',
    },
    event_type: { kind: 'oneOf', values: WEBHOOK_EVENTS, sql: 'd.event_type' },
    status: { kind: 'oneOf', values: DELIVERY_STATUSES, sql: 'd.status' },
    financial_account_id: { kind: 'id', sql: 'd.account_id' },
    transaction_id: {
      kind: 'id',
      description: 'Deliveries whose body has the transaction.',
      sql: (values, parameters) => `d.transaction_ids && ${parameters.ids(values)}`,
    },
    ...createdBetween('d.created_at'),
  },
});

export type WebhookDeliveryQuery = ListQuery<typeof WEBHOOK_DELIVERIES>;

/** Hours that the figures cover. */
const HOURS = 48;

type FiguresRow = Omit<Static<typeof WebhookFigures>, 'hour'> & { readonly hour: Date };

/** The attempts to an endpoint in each of the last hours, the present one included. One statement. */
export async function readFigures(database: Queryable, endpointId: number): Promise<FiguresRow[]> {
  return database.query<FiguresRow>(
    `with hours as (
       select generate_series(date_trunc('hour', now()) - interval '${HOURS - 1} hours', now(), interval '1 hour') as hour
     ), figures as (
       select date_trunc('hour', a.attempted_at) as hour,
              count(*) filter (where a.error is null)::int as answered,
              count(*) filter (where a.error is not null)::int as failed,
              percentile_disc(0.5) within group (order by a.duration_ms) as median_ms,
              percentile_disc(0.95) within group (order by a.duration_ms) as p95_ms
         from webhook_attempts a
        where a.endpoint_id = $1 and a.attempted_at >= (select min(hour) from hours)
        group by 1
     )
     select hour, coalesce(f.answered, 0) as answered, coalesce(f.failed, 0) as failed, f.median_ms, f.p95_ms
       from hours left join figures f using (hour)
      order by hour`,
    [endpointId],
  );
}
