import { ListQuery } from '@tributary/http';
import { grantHolds } from '../../identity/authorizations/grants.store';
import { rowsOf } from '../../rest/lists/row-list';
import { GrantOfAppRow } from './grant.resource';

const NAME = 'coalesce(g.name, (select name from oauth_apps where id = g.app_id))';

/** The user's grants to apps that are in force. */
export const GRANTS = rowsOf<GrantOfAppRow, [userId: number]>({
  from: 'grants g',
  columns:
    'g.id, g.app_id, coalesce(g.name, a.name) as name, a.name as app_name, a.homepage, a.client_id, g.scopes, g.account_ids, ' +
    'g.expires_at, g.last_used_at, g.created_at',
  joins: 'left join oauth_apps a on a.id = g.app_id',
  condition: (parameters, userId) => `g.user_id = ${parameters.add(userId)}::bigint and ${grantHolds('g')}`,
}).listedBy({
  sorts: {
    id: 'g.id',
    name: NAME,
    created_at: 'g.created_at',
    last_used_at: 'g.last_used_at',
    expires_at: 'g.expires_at',
  },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'g.id' },
    app_id: { kind: 'id', sql: 'g.app_id' },
    name: { kind: 'contains', sql: NAME },
  },
});

export type GrantQuery = ListQuery<typeof GRANTS>;
