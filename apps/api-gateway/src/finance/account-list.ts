import { ACCOUNT_CATEGORIES, PROVIDERS } from '@tributary/contracts';
import { ListDefinition, QueryDefinition } from '@tributary/http';

const CONNECTION = { needs: 'financial-connections:read' } as const;

/** The query of `GET /finance/accounts`. */
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
    account_category: { kind: 'oneOf', values: ACCOUNT_CATEGORIES },
    currency: { kind: 'currency' },
    enabled: { kind: 'flag' },
    name: { kind: 'contains' },
    display_name: { kind: 'contains' },
    custom_name: { kind: 'contains' },
    iban: { kind: 'exact', needs: 'sensitive:read' },
    bban: { kind: 'exact', needs: 'sensitive:read' },
    reference: {
      kind: 'exact',
      description: 'The `reference` of the account’s connection.',
      ...CONNECTION,
    },
  },
} as const satisfies ListDefinition;

/** The query of `GET /finance/accounts/{accountId}`. */
export const ACCOUNT_ALONE = { includes: ACCOUNT_LIST.includes } as const satisfies QueryDefinition;
