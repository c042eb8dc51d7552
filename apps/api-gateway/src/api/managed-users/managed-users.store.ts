import { ListQuery } from '@tributary/http';
import { USERS } from '../../identity/users/users.store';
import { rowsOf } from '../../rest/lists/row-list';

interface ManagedUserRow {
  readonly id: number;
  readonly managed_user: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The users whom an app manages. */
export const MANAGED_USERS = rowsOf<ManagedUserRow, [appId: number]>({
  from: USERS,
  columns: 'u.id, u.managed_id as managed_user, u.created_at, u.updated_at',
  condition: (parameters, appId) => `u.managed_by = ${parameters.add(appId)}::bigint`,
}).listedBy({
  sorts: { id: 'u.id', created_at: 'u.created_at', updated_at: 'u.updated_at' },
  defaultSort: '-id',
  filters: {
    id: { kind: 'id', sql: 'u.id' },
    managed_user: { kind: 'exact', description: 'The app’s own id of the user.', sql: 'u.managed_id' },
  },
});

export type ManagedUserQuery = ListQuery<typeof MANAGED_USERS>;
