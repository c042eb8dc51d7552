import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import {
  ConditionsOf,
  equalsId,
  equalsText,
  onOrAfter,
  onOrBefore,
  readList,
  RowsAndTotal,
  SortedBy,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { SECURITY_EVENT_LIST } from './security-event-list';
import { SecurityEventRow } from './security-event.resource';

export type SecurityEventQuery = ListQuery<typeof SECURITY_EVENT_LIST>;

const TOKEN_ID = `(e.details->>'token_id')::bigint`;
const APP_ID = `(e.details->>'app_id')::bigint`;

/** The user's own audit trail. */
export async function readSecurityEvents(
  database: Queryable,
  userId: number,
  query: Pick<SecurityEventQuery, 'page' | 'sorts' | 'filters'>,
): Promise<RowsAndTotal<SecurityEventRow>> {
  const parameters = new SqlParameters();
  return readList<SecurityEventRow, typeof SECURITY_EVENT_LIST>(database, query, {
    from: 'security_events e',
    columns: `e.id, e.kind, e.address, ${TOKEN_ID} as token_id, ${APP_ID} as app_id, e.details->>'name' as name, e.occurred_at`,
    condition: `e.user_id = ${parameters.add(userId)}::bigint`,
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'e.id', created_at: 'e.occurred_at' } satisfies SortedBy<typeof SECURITY_EVENT_LIST>,
  });
}

const CONDITIONS: ConditionsOf<typeof SECURITY_EVENT_LIST> = {
  id: equalsId('e.id'),
  type: equalsText('e.kind'),
  token_id: equalsId(TOKEN_ID),
  app_id: equalsId(APP_ID),
  address: equalsText('e.address'),
  created_after: onOrAfter(`(e.occurred_at at time zone 'UTC')::date`),
  created_before: onOrBefore(`(e.occurred_at at time zone 'UTC')::date`),
};
