import { EventPayload, WEBHOOK_TYPES, WebhookEndpointUpsertedV1 } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { DocumentRow, rowsOf } from '../../rest/lists/row-list';

export type WebhookEndpointRow = DocumentRow<EventPayload<typeof WebhookEndpointUpsertedV1>['document']>;

/** A token does not see an endpoint that gets events of accounts which it was not granted. */
export const WEBHOOK_ENDPOINTS = rowsOf<WebhookEndpointRow, [access: Access]>({
  from: 'webhook_endpoints w',
  columns: 'w.id, w.created_at, w.updated_at, w.document',
  condition: (parameters, access) => {
    const own = `w.user_id = ${parameters.add(access.userId)}::bigint and not w.deleted`;
    if (access.accountIds === null) return own;
    const accounts = `w.document->'financial_account_ids'`;
    const ids = parameters.add(JSON.stringify(access.accountIds));
    return `${own} and jsonb_typeof(${accounts}) = 'array' and ${accounts} <@ ${ids}::jsonb`;
  },
}).listedBy({
  sorts: { id: 'w.id', created_at: 'w.created_at', updated_at: 'w.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'w.id' },
    url: {
      kind: 'exact',
      description: 'The whole URL: whether a program has registered itself already.',
      sql: `w.document->>'url'`,
    },
    type: { kind: 'oneOf', values: WEBHOOK_TYPES, sql: `w.document->>'type'` },
    enabled: { kind: 'flag', sql: `(w.document->>'enabled')::boolean` },
    event: {
      kind: 'exact',
      description: 'Endpoints that listen for one of these event types, by the name that they registered.',
      sql: (values, parameters) => `w.document->'events' ?| ${parameters.texts(values)}`,
    },
  },
});

export type WebhookEndpointQuery = ListQuery<typeof WEBHOOK_ENDPOINTS>;
