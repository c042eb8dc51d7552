import { WEBHOOK_EVENTS } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** What `GET /webhooks/events` and `GET /webhooks/samples` take. */
export const WEBHOOK_EVENT_LIST = {
  sorts: ['id', 'created_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    type: {
      kind: 'oneOf',
      values: WEBHOOK_EVENTS,
      description: 'A legacy name among them asks for payload version v1.',
    },
    financial_account_id: { kind: 'id' },
    after: {
      kind: 'id',
      description:
        'Events after the one of this id. To follow what happens, ask with `sort=id` for what comes after the last ' +
        'event that you have: nothing ever appears before it later.',
    },
    created_after: { kind: 'date', description: 'On or after; inclusive.' },
    created_before: { kind: 'date', description: 'On or before; inclusive.' },
  },
  flags: { omit_sensitive_identifiers: { description: 'Without IBAN and BBAN.' } },
} as const satisfies ListDefinition;
