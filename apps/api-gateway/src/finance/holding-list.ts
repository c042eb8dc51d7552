import { ListDefinition } from '@tributary/http';

/** What `GET /finance/accounts/{accountId}/holdings` takes. */
export const HOLDING_LIST = {
  sorts: ['id', 'created_at', 'updated_at', 'instrument.symbol', 'market_value'],
  defaultSort: 'instrument.symbol',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;
