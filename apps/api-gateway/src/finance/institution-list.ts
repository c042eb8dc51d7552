import { PROVIDERS } from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /finance/institutions`. */
export const INSTITUTION_LIST = {
  sorts: ['id', 'name', 'country', 'integrator', 'updated_at'],
  defaultSort: 'name',
  includes: {},
  filters: {
    id: { kind: 'id' },
    integrator: { kind: 'oneOf', values: PROVIDERS },
    country: { kind: 'exact', description: 'ISO 3166 codes; an institution that serves one of them.' },
    region: { kind: 'exact' },
    name: { kind: 'contains' },
    bic: { kind: 'exact' },
    external_id: { kind: 'exact' },
    category: { kind: 'exact' },
    supported: { kind: 'flag' },
    supports_pending_transactions: { kind: 'flag' },
    supports_card_accounts: { kind: 'flag' },
    search: { kind: 'words', description: 'Every word in name, BIC or the provider’s id.' },
  },
} as const satisfies ListDefinition;
