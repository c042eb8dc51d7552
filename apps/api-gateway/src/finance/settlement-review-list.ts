import { SETTLEMENT_STATUSES } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /finance/settlement-reviews`. */
export const SETTLEMENT_REVIEW_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    financial_account_id: { kind: 'id' },
    transaction_id: { kind: 'id', description: 'Reviews in which the transaction is one of the two.' },
    status: { kind: 'oneOf', values: SETTLEMENT_STATUSES },
  },
} as const satisfies ListDefinition;
