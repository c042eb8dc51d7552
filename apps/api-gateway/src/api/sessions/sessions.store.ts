import { ListQuery } from '@tributary/http';
import { rowsOf } from '../../rest/lists/row-list';

interface SessionRow {
  readonly id: number;
  readonly network: string | null;
  readonly browser: string | null;
  readonly created_at: Date;
  readonly expires_at: Date;
}

/** The browsers in which the user is signed in. */
export const SESSION_LIST = rowsOf<SessionRow, [userId: number]>({
  from: 'sessions s',
  columns: 's.id, s.network, s.browser, s.created_at, s.expires_at',
  condition: (parameters, userId) => `s.user_id = ${parameters.add(userId)}::bigint and s.expires_at > now()`,
}).listedBy({
  sorts: { id: 's.id', created_at: 's.created_at' },
  defaultSort: '-id',
  filters: { id: { kind: 'id', sql: 's.id' } },
});

export type SessionQuery = ListQuery<typeof SESSION_LIST>;
