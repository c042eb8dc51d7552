import { ListQuery } from '@tributary/http';
import { rowsOf } from '../../rest/lists/row-list';
import { PersonalTokenRow } from './token.resource';

/** The user's own tokens, without those of apps. */
export const PERSONAL_TOKENS = rowsOf<PersonalTokenRow, [userId: number]>({
  from: 'tokens t',
  columns:
    't.id, t.name, t.kind, t.scopes, t.account_ids, t.last_used_at, t.expires_at, t.revoked_at, t.created_at',
  condition: (parameters, userId) =>
    `t.user_id = ${parameters.add(userId)}::bigint and t.kind in ('PERSONAL', 'LEGACY')`,
}).listedBy({
  sorts: {
    id: 't.id',
    name: 't.name',
    created_at: 't.created_at',
    last_used_at: 't.last_used_at',
    expires_at: 't.expires_at',
  },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 't.id' },
    name: { kind: 'contains', sql: 't.name' },
  },
});

export type TokenQuery = ListQuery<typeof PERSONAL_TOKENS>;
