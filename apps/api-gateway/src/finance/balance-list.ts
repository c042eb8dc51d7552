import { ListDefinition } from '@tributary/http';

/** The query of `GET /finance/accounts/{accountId}/balances`. */
export const BALANCE_LIST = {
  sorts: ['created_at', 'updated_at', 'reference_date', 'id'],
  defaultSort: '-id',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;
