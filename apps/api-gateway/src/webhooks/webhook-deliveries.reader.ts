import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import {
  ConditionsOf,
  equalsId,
  equalsText,
  onOrAfter,
  onOrBefore,
  readList,
  RowsAndTotal,
  SortedBy,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { WEBHOOK_DELIVERY_LIST } from './webhook-delivery-list';
import { WebhookDeliveryRow } from './webhook-delivery.resource';

export type WebhookDeliveryQuery = ListQuery<typeof WEBHOOK_DELIVERY_LIST>;

const COLUMNS = `d.endpoint_id, d.id, d.message_id, d.event_type, d.account_id, d.status, d.attempts,
  d.next_attempt_at, d.created_at, d.updated_at, t.attempts_made`;

const ATTEMPTS = `left join lateral (
    select jsonb_agg(jsonb_build_object('number', a.number, 'attempted_at', a.attempted_at,
             'duration_ms', a.duration_ms, 'status_code', a.status_code, 'error', a.error)
           order by a.number) as attempts_made
      from webhook_attempts a where a.endpoint_id = d.endpoint_id and a.delivery_id = d.id
  ) t on true`;

/** Deliveries to an endpoint that the token was found to be granted. */
export async function readWebhookDeliveries(
  database: Queryable,
  endpointId: number,
  query: WebhookDeliveryQuery,
): Promise<RowsAndTotal<WebhookDeliveryRow>> {
  const parameters = new SqlParameters();
  return readList<WebhookDeliveryRow, typeof WEBHOOK_DELIVERY_LIST>(database, query, {
    from: 'webhook_deliveries d',
    columns: COLUMNS,
    joins: ATTEMPTS,
    condition: `d.endpoint_id = ${parameters.add(endpointId)}::bigint`,
    parameters,
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

export async function readWebhookDelivery(
  database: Queryable,
  endpointId: number,
  id: number,
): Promise<WebhookDeliveryRow | null> {
  const [row] = await database.query<WebhookDeliveryRow>(
    `select ${COLUMNS} from webhook_deliveries d ${ATTEMPTS} where d.endpoint_id = $1 and d.id = $2`,
    [endpointId, id],
  );
  return row ?? null;
}

const CONDITIONS: ConditionsOf<typeof WEBHOOK_DELIVERY_LIST> = {
  id: equalsId('d.id'),
  message_id: equalsText('d.message_id'),
  event_type: equalsText('d.event_type'),
  status: equalsText('d.status'),
  financial_account_id: equalsId('d.account_id'),
  created_after: onOrAfter(`(d.created_at at time zone 'UTC')::date`),
  created_before: onOrBefore(`(d.created_at at time zone 'UTC')::date`),
};

const SORTED: SortedBy<typeof WEBHOOK_DELIVERY_LIST> = {
  id: 'd.id',
  created_at: 'd.created_at',
  updated_at: 'd.updated_at',
};
