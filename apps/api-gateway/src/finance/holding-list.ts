import { ListDefinition } from '@tributary/http';

/** The query of `GET /finance/accounts/{accountId}/holdings`. */
export const HOLDING_LIST = {
  sorts: ['id', 'created_at', 'updated_at', 'instrument.symbol', 'market_value'],
  defaultSort: 'instrument.symbol',
  includes: {},
  filters: {},
} as const satisfies ListDefinition;
