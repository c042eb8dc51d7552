import { CanonicalEvent, canonicalName, EventData, WebhookEvent } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import {
  ConditionsOf,
  equalsId,
  onOrAfter,
  onOrBefore,
  readList,
  RowsAndTotal,
  SortedBy,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { visibleRules } from '../relations/rule-rows';
import { WEBHOOK_EVENT_LIST } from './webhook-event-list';

export interface WebhookEventRow {
  readonly id: number;
  readonly type: CanonicalEvent;
  readonly created_at: Date;
  readonly data: EventData;
}

export type WebhookEventQuery = ListQuery<typeof WEBHOOK_EVENT_LIST>;

/** What happened to the accounts that the token was granted, to their connections, and to the rules that it may see. */
export async function readWebhookEvents(
  database: Queryable,
  access: Access,
  query: WebhookEventQuery,
): Promise<RowsAndTotal<WebhookEventRow>> {
  const parameters = new SqlParameters();
  return readList<WebhookEventRow, typeof WEBHOOK_EVENT_LIST>(database, query, {
    from: 'webhook_events e',
    columns: 'e.id, e.type, e.created_at, e.data',
    condition: granted(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'e.id', created_at: 'e.created_at' } satisfies SortedBy<typeof WEBHOOK_EVENT_LIST>,
  });
}

function granted(access: Access, parameters: SqlParameters): string {
  const own = `e.user_id = ${parameters.add(access.userId)}::bigint`;
  if (access.accountIds === null) return own;
  const ids = parameters.ids(access.accountIds);
  return `${own} and (e.account_id = any(${ids}) or e.connection_id in (
    select a.connection_id from accounts a where a.id = any(${ids}) and a.user_id = e.user_id)
    or e.rule_id in (select r.id from rules r where r.user_id = e.user_id and ${visibleRules(ids)}))`;
}

const CONDITIONS: ConditionsOf<typeof WEBHOOK_EVENT_LIST> = {
  type: ({ values }, parameters) =>
    `e.type = any(${parameters.texts(values.map((value) => canonicalName(value as WebhookEvent)))})`,
  financial_account_id: equalsId('e.account_id'),
  after: ({ values }, parameters) => `e.id > (select max(id) from unnest(${parameters.ids(values)}) as id)`,
  created_after: onOrAfter(`(e.created_at at time zone 'UTC')::date`),
  created_before: onOrBefore(`(e.created_at at time zone 'UTC')::date`),
};
