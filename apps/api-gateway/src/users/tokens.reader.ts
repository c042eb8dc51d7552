import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { ConditionsOf, containsText, equalsId, readList, RowsAndTotal, SortedBy } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { TOKEN_LIST } from './token-list';
import { PersonalTokenRow } from './token.resource';

export type TokenQuery = ListQuery<typeof TOKEN_LIST>;

const COLUMNS =
  't.id, t.name, t.kind, t.scopes, t.account_ids, t.last_used_at, t.expires_at, t.revoked_at, t.created_at';
const OWN = (parameters: SqlParameters, userId: number) =>
  `t.user_id = ${parameters.add(userId)}::bigint and t.kind in ('PERSONAL', 'LEGACY')`;

/** The user's own tokens, those of apps aside. */
export async function readTokens(
  database: Queryable,
  userId: number,
  query: TokenQuery,
): Promise<RowsAndTotal<PersonalTokenRow>> {
  const parameters = new SqlParameters();
  return readList<PersonalTokenRow, typeof TOKEN_LIST>(database, query, {
    from: 'tokens t',
    columns: COLUMNS,
    condition: OWN(parameters, userId),
    parameters,
    conditions: CONDITIONS,
    sorted: SORTED,
  });
}

/** One of the user's own tokens. */
export async function readToken(
  database: Queryable,
  userId: number,
  id: number,
): Promise<PersonalTokenRow | null> {
  const parameters = new SqlParameters();
  const [row] = await database.query<PersonalTokenRow>(
    `select ${COLUMNS} from tokens t where ${OWN(parameters, userId)} and t.id = ${parameters.add(id)}`,
    parameters.values,
  );
  return row ?? null;
}

const CONDITIONS: ConditionsOf<typeof TOKEN_LIST> = {
  id: equalsId('t.id'),
  name: containsText('t.name'),
};

const SORTED: SortedBy<typeof TOKEN_LIST> = {
  id: 't.id',
  name: 't.name',
  created_at: 't.created_at',
  last_used_at: 't.last_used_at',
  expires_at: 't.expires_at',
};
