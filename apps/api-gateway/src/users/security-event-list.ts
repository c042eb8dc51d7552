import { ListDefinition } from '@tributary/http';
import { SECURITY_EVENTS } from '../auth/security-events';

/** The query of `GET /user/security-events`. */
export const SECURITY_EVENT_LIST = {
  sorts: ['id', 'created_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    id: { kind: 'id' },
    type: { kind: 'oneOf', values: SECURITY_EVENTS },
    token_id: { kind: 'id' },
    app_id: { kind: 'id' },
    address: { kind: 'exact', description: 'Networks as they are shown.' },
    created_after: { kind: 'date', description: 'On or after; inclusive.' },
    created_before: { kind: 'date', description: 'On or before; inclusive.' },
  },
} as const satisfies ListDefinition;
