import { REPROCESSING_STATUSES } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /finance/reprocessings`. */
export const REPROCESSING_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    status: { kind: 'oneOf', values: REPROCESSING_STATUSES },
  },
} as const satisfies ListDefinition;
