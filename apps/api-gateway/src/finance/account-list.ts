import { PROVIDERS } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

const CONNECTION = { needs: 'financial-connections:read' } as const;

/** What `GET /finance/accounts` takes. */
export const ACCOUNT_LIST = {
  sorts: ['id', 'created_at', 'updated_at', 'name', 'custom_name', 'display_name', 'currency', 'integrator'],
  defaultSort: '-id',
  includes: {
    financial_connection: CONNECTION,
    'financial_connection.institution': CONNECTION,
  },
  filters: {
    id: { kind: 'id' },
    financial_connection_id: { kind: 'id' },
    integrator: { kind: 'oneOf', values: PROVIDERS },
    account_category: { kind: 'oneOf', values: ['BANK', 'INVESTMENT', 'DEPOSIT', 'LOC'] },
    currency: { kind: 'currency' },
    enabled: { kind: 'flag' },
    name: { kind: 'contains' },
    display_name: { kind: 'contains' },
    custom_name: { kind: 'contains' },
    iban: { kind: 'exact', needs: 'sensitive:read' },
    bban: { kind: 'exact', needs: 'sensitive:read' },
    reference: { kind: 'exact', ...CONNECTION },
  },
} as const satisfies ListDefinition;

export type AccountSort = (typeof ACCOUNT_LIST.sorts)[number];
export type AccountFilter = keyof typeof ACCOUNT_LIST.filters;

/** What `GET /finance/accounts/{accountId}` takes. */
export const ACCOUNT_ALONE = {
  sorts: ['id'],
  defaultSort: 'id',
  includes: ACCOUNT_LIST.includes,
  filters: {},
} as const satisfies ListDefinition;
