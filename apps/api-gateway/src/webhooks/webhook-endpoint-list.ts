import { WEBHOOK_TYPES } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /webhooks`. */
export const WEBHOOK_ENDPOINT_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    url: {
      kind: 'exact',
      description: 'The whole URL: whether a program has registered itself already.',
    },
    type: { kind: 'oneOf', values: WEBHOOK_TYPES },
    enabled: { kind: 'flag' },
    event: {
      kind: 'exact',
      description: 'Endpoints that listen for one of these event types, by the name that they registered.',
    },
  },
} as const satisfies ListDefinition;
