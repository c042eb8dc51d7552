import { CanonicalEvent, canonicalName, EventData, WEBHOOK_EVENTS, WebhookEvent } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';
import { idsOfVisibleRules } from '../included/rules.store';
import { FROM_ACCOUNTS } from '../../model/stores/accounts.store';

export interface WebhookEventRow {
  readonly id: number;
  readonly type: CanonicalEvent;
  readonly created_at: Date;
  readonly data: EventData;
}

/** Events of the accounts that the token was granted, of their connections, and of the rules that it may see. */
export const WEBHOOK_EVENT_LIST = rowsOf<WebhookEventRow, [access: Access]>({
  from: 'webhook_events e',
  columns: 'e.id, e.type, e.created_at, e.data',
  condition: (parameters, access) => {
    const own = `e.user_id = ${parameters.add(access.userId)}::bigint`;
    if (access.accountIds === null) return own;
    const ids = parameters.ids(access.accountIds);
    return `${own} and (e.account_id = any(${ids}) or e.connection_id in (
      select a.connection_id ${FROM_ACCOUNTS} where a.id = any(${ids}) and a.user_id = e.user_id)
      or e.rule_id in (${idsOfVisibleRules('e.user_id', ids)}))`;
  },
}).listedBy({
  sorts: { id: 'e.id', created_at: 'e.created_at' },
  defaultSort: '-id',
  filters: {
    type: {
      kind: 'oneOf',
      values: WEBHOOK_EVENTS,
      description: 'A legacy name among them asks for payload version v1.',
      sql: (values, parameters) =>
        `e.type = any(${parameters.texts(values.map((value) => canonicalName(value as WebhookEvent)))})`,
    },
    financial_account_id: { kind: 'id', sql: 'e.account_id' },
    after: {
      kind: 'id',
      description:
        'Events after the one of this id. To follow what happens, ask with `sort=id` for what comes after the last ' +
        'event that you have: nothing ever appears before it later.',
      sql: (values, parameters) => `e.id > (select max(id) from unnest(${parameters.ids(values)}) as id)`,
    },
    ...createdBetween('e.created_at'),
  },
  flags: { omit_sensitive_identifiers: { description: 'Without IBAN and BBAN.' } },
});

export type WebhookEventQuery = ListQuery<typeof WEBHOOK_EVENT_LIST>;
