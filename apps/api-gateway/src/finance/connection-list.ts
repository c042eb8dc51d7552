import { CONNECTION_STATUSES, PROVIDERS } from '@tributary/contracts';
import { ListDefinition, QueryDefinition } from '@tributary/http';

/** The query of `GET /finance/connections`. */
export const CONNECTION_LIST = {
  sorts: ['id', 'created_at', 'updated_at', 'status', 'consent_expires_at', 'activated_at'],
  defaultSort: '-id',
  includes: {
    institution: {},
    financial_accounts: { needs: 'accounts:read' },
  },
  filters: {
    id: { kind: 'id' },
    institution_id: { kind: 'id' },
    integrator: { kind: 'oneOf', values: PROVIDERS },
    status: { kind: 'oneOf', values: CONNECTION_STATUSES },
    region: { kind: 'exact' },
    enabled: { kind: 'flag' },
    setup_pending: { kind: 'flag' },
    reference: { kind: 'exact', description: 'The correlation id that the caller gave.' },
  },
} as const satisfies ListDefinition;

/** The query of `GET /finance/connections/{connectionId}`. */
export const CONNECTION_ALONE = { includes: CONNECTION_LIST.includes } as const satisfies QueryDefinition;
