import { ListQuery } from '@tributary/http';
import { SECURITY_EVENTS } from '../../identity/audit/security-events';
import { createdBetween, rowsOf } from '../../rest/lists/row-list';
import { SecurityEventRow } from './security-event.resource';

const TOKEN_ID = `(e.details->>'token_id')::bigint`;
const APP_ID = `(e.details->>'app_id')::bigint`;

/** The user's own audit trail. */
export const SECURITY_EVENT_LIST = rowsOf<SecurityEventRow, [userId: number]>({
  from: 'security_events e',
  columns: `e.id, e.kind, e.address, ${TOKEN_ID} as token_id, ${APP_ID} as app_id, e.details->>'name' as name, e.occurred_at`,
  condition: (parameters, userId) => `e.user_id = ${parameters.add(userId)}::bigint`,
}).listedBy({
  sorts: { id: 'e.id', created_at: 'e.occurred_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'e.id' },
    type: { kind: 'oneOf', values: SECURITY_EVENTS, sql: 'e.kind' },
    token_id: { kind: 'id', sql: TOKEN_ID },
    app_id: { kind: 'id', sql: APP_ID },
    address: { kind: 'exact', description: 'Networks as they are shown.', sql: 'e.address' },
    ...createdBetween('e.occurred_at'),
  },
});

export type SecurityEventQuery = ListQuery<typeof SECURITY_EVENT_LIST>;
