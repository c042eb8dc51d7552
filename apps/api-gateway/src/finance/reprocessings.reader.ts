import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsId, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { REPROCESSING_LIST } from './reprocessing-list';
import { ReprocessingRow } from './reprocessing.resource';

export type ReprocessingQuery = ListQuery<typeof REPROCESSING_LIST>;

const COLUMNS = 'r.id, r.created_at, r.updated_at, r.document';

const CONDITIONS: ConditionsOf<typeof REPROCESSING_LIST> = {
  id: equalsId('r.id'),
  status: equalsText("r.document->>'status'"),
};

/** Reprocessings of accounts all of which the token was granted. */
export function readReprocessings(
  database: Queryable,
  access: Access,
  query: ReprocessingQuery,
): Promise<RowsAndTotal<ReprocessingRow>> {
  const parameters = new SqlParameters();
  return readList<ReprocessingRow, typeof REPROCESSING_LIST>(database, query, {
    from: 'reprocessings r',
    columns: COLUMNS,
    condition: own(access, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'r.id', created_at: 'r.created_at', updated_at: 'r.updated_at' },
  });
}

export async function readReprocessing(
  database: Queryable,
  access: Access,
  id: number,
): Promise<ReprocessingRow | null> {
  const parameters = new SqlParameters();
  const condition = `${own(access, parameters)} and r.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<ReprocessingRow>(
    `select ${COLUMNS} from reprocessings r where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

function own(access: Access, parameters: SqlParameters): string {
  const user = `r.user_id = ${parameters.add(access.userId)}::bigint`;
  if (access.accountIds === null) return user;
  const granted = parameters.ids(access.accountIds);
  return `${user} and not exists (
    select 1 from jsonb_array_elements_text(r.document->'financial_account_ids') as e(id)
     where e.id::bigint <> all(${granted}))`;
}
