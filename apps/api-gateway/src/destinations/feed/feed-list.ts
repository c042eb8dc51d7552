import { ListDefinition } from '@tributary/http';

/** What `GET /destinations/feed/connections` takes. */
export const FEED_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;
