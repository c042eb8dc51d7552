import { ListQuery } from '@tributary/http';
import { Queryable } from '@tributary/persistence';
import { Access } from '../identity';
import {
  Condition,
  ConditionsOf,
  containsText,
  equalsFlag,
  equalsId,
  equalsText,
  readList,
  RowsAndTotal,
} from '../query/list-sql';
import { SqlParameters } from '../query/sql-parameters';
import { RuleRow } from '../relations/rule.resource';
import { AttachedTo, ruleColumns, visibleRules } from '../relations/rule-rows';
import { RULE_LIST } from './rule-list';

export type RuleQuery = ListQuery<typeof RULE_LIST>;

/** A page of the rules that the token may see. */
export async function readRulePage(
  database: Queryable,
  access: Access,
  query: RuleQuery,
): Promise<RowsAndTotal<RuleRow>> {
  const parameters = new SqlParameters();
  const user = parameters.add(access.userId);
  const accounts = `${parameters.add(access.accountIds)}::bigint[]`;
  return readList<RuleRow, typeof RULE_LIST>(database, query, {
    from: 'rules r',
    columns: ruleColumns(accounts),
    condition: `r.user_id = ${user}::bigint and not r.deleted and ${visibleRules(accounts)}`,
    parameters,
    conditions: RULE_CONDITIONS,
    sorted: {
      id: 'r.id',
      created_at: 'r.created_at',
      updated_at: 'r.updated_at',
      name: "r.document->>'name'",
    },
  });
}

const RULE_CONDITIONS: ConditionsOf<typeof RULE_LIST> = {
  id: equalsId('r.id'),
  name: containsText("r.document->>'name'"),
  description: containsText("r.document->>'description'"),
  scope: equalsText("r.document->>'scope'"),
  type: equalsText("r.document->>'type'"),
  enabled: equalsFlag("(r.document->>'enabled')::boolean"),
  output_compatible: equalsFlag("(r.document->>'output_compatible')::boolean"),
  compatible_destinations: ({ values }, parameters) =>
    `r.document->'compatible_destinations' ?| ${parameters.texts(values)}`,
  action_type: ({ values }, parameters) =>
    `exists (select 1 from jsonb_to_recordset(r.document->'actions') as e(action_type text)
              where e.action_type = any(${parameters.texts(values)}))`,
  field_name: ({ values }, parameters) =>
    `exists (select 1 from jsonb_to_recordset((r.document->'conditions') || (r.document->'actions')) as e(field_name text)
              where e.field_name = any(${parameters.texts(values)}))`,
  financial_account_id: attachedTo('financial_accounts'),
  transfer_link_id: attachedTo('transfer_links'),
};

function attachedTo(to: AttachedTo): Condition {
  return ({ values }, parameters) =>
    `exists (select 1 from jsonb_to_recordset(r.document->'${to}') as e(id bigint)
              where e.id = any(${parameters.ids(values)}))`;
}
