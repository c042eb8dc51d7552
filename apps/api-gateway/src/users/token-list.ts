import { ListDefinition } from '@tributary/http';

/** What `GET /tokens` takes. */
export const TOKEN_LIST = {
  sorts: ['id', 'name', 'created_at', 'last_used_at', 'expires_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    name: { kind: 'contains' },
  },
} as const satisfies ListDefinition;
