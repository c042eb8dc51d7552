import { ListDefinition } from '@tributary/http';

/** What `GET /destinations/budgeta/connections` takes. */
export const BUDGETA_CONNECTION_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {
    budgets: {},
    'budgets.accounts': {},
    'budgets.accounts.transfer_links': { needs: 'transfer-links:read' },
  },
  filters: {},
} as const satisfies ListDefinition;
