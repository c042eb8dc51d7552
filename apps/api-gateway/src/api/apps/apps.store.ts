import { ListQuery } from '@tributary/http';
import { grantHolds } from '../../identity/authorizations/grants.store';
import { rowsOf } from '../../rest/lists/row-list';
import { AppRow } from './app.resource';

const COLUMNS = `a.id, a.client_id, a.name, a.homepage, a.redirect_uris, a.scopes, a.confidential, a.manages_users,
    (select count(distinct g.user_id) from grants g where g.app_id = a.id and ${grantHolds('g')}) as users_count,
    a.created_at, a.updated_at`;

/** The apps that the user registered. */
export const APPS = rowsOf<AppRow, [userId: number]>({
  from: 'oauth_apps a',
  columns: COLUMNS,
  condition: (parameters, userId) => `a.user_id = ${parameters.add(userId)}::bigint`,
}).listedBy({
  sorts: { id: 'a.id', name: 'a.name', created_at: 'a.created_at', updated_at: 'a.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'a.id' },
    name: { kind: 'contains', sql: 'a.name' },
  },
});

export type AppQuery = ListQuery<typeof APPS>;

/** An app with its owner. */
export interface AdministeredAppRow extends AppRow {
  readonly user_id: number;
}

/** The apps of all users. */
export const ALL_APPS = rowsOf<AdministeredAppRow, []>({
  from: 'oauth_apps a',
  columns: `${COLUMNS}, a.user_id`,
  condition: () => 'true',
}).listedBy({
  sorts: { id: 'a.id', name: 'a.name', created_at: 'a.created_at' },
  defaultSort: 'id',
  filters: { id: { kind: 'id', sql: 'a.id' }, user_id: { kind: 'id', sql: 'a.user_id' } },
});

export type AllAppsQuery = ListQuery<typeof ALL_APPS>;
