import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';

/** Deliveries as REST shows them, each with its attempts, oldest first: to an endpoint that the token was found to be granted. */
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
