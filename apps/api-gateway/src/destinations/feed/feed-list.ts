import { ListDefinition } from '@tributary/http';

/** The query of `GET /destinations/feed/connections`. */
export const FEED_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;
