import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /webhooks/{id}/deliveries`. */
export const WEBHOOK_DELIVERY_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    message_id: { kind: 'exact', description: 'The `webhook-id` that the endpoint got.' },
    event_type: { kind: 'oneOf', values: WEBHOOK_EVENTS },
    status: { kind: 'oneOf', values: DELIVERY_STATUSES },
    financial_account_id: { kind: 'id' },
    created_after: { kind: 'date', description: 'On or after; inclusive.' },
    created_before: { kind: 'date', description: 'On or before; inclusive.' },
  },
} as const satisfies ListDefinition;
