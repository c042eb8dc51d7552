import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import { ConditionsOf, equalsFlag, equalsText, readList, RowsAndTotal } from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { RuleApplicationRow } from './rule-application.resource';
import { RULE_APPLICATION_LIST } from './rule-list';

export type RuleApplicationQuery = ListQuery<typeof RULE_APPLICATION_LIST>;

const COLUMNS = 'a.id, a.created_at, a.updated_at, a.document';

const CONDITIONS: ConditionsOf<typeof RULE_APPLICATION_LIST> = {
  status: equalsText("a.document->>'status'"),
  dry_run: equalsFlag("(a.document->>'dry_run')::boolean"),
};

/** The applications of a rule, to accounts all of which the token was granted. */
export async function readRuleApplications(
  database: Queryable,
  access: Access,
  ruleId: number,
  query: RuleApplicationQuery,
): Promise<RowsAndTotal<RuleApplicationRow>> {
  const parameters = new SqlParameters();
  return readList<RuleApplicationRow, typeof RULE_APPLICATION_LIST>(database, query, {
    from: 'rule_applications a',
    columns: COLUMNS,
    condition: ofRule(access, ruleId, parameters),
    parameters,
    conditions: CONDITIONS,
    sorted: { id: 'a.id', created_at: 'a.created_at', updated_at: 'a.updated_at' },
  });
}

export async function readRuleApplication(
  database: Queryable,
  access: Access,
  ruleId: number,
  id: number,
): Promise<RuleApplicationRow | null> {
  const parameters = new SqlParameters();
  const condition = `${ofRule(access, ruleId, parameters)} and a.id = ${parameters.add(id)}::bigint`;
  const [row] = await database.query<RuleApplicationRow>(
    `select ${COLUMNS} from rule_applications a where ${condition}`,
    parameters.values,
  );
  return row ?? null;
}

function ofRule(access: Access, ruleId: number, parameters: SqlParameters): string {
  const own = `a.user_id = ${parameters.add(access.userId)}::bigint and a.rule_id = ${parameters.add(ruleId)}::bigint`;
  if (access.accountIds === null) return own;
  const granted = parameters.ids(access.accountIds);
  return `${own} and not exists (
    select 1 from jsonb_array_elements_text(a.document->'financial_account_ids') as e(id)
     where e.id::bigint <> all(${granted}))`;
}
