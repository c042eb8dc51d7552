import { ListDefinition } from '@tributary/http';

/** The query of `GET /tokens`. */
export const TOKEN_LIST = {
  sorts: ['id', 'name', 'created_at', 'last_used_at', 'expires_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    name: { kind: 'contains' },
  },
} as const satisfies ListDefinition;
