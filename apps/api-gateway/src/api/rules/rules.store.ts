import { ACTION_TYPES, DESTINATION_TYPES, RULE_SCOPES, RULE_TYPES } from '@tributary/contracts';
import { ListQuery } from '@tributary/http';
import { Access } from '../../identity/access/access';
import { rowsOf } from '../../rest/lists/row-list';
import { SqlParameters } from '../../rest/lists/sql-parameters';
import { RuleRow } from '../included/rule.resource';
import { AttachedTo, ruleColumns, visibleRules } from '../included/rules.store';

/** The rules that the token may see. */
export const RULES = rowsOf<RuleRow, [access: Access]>({
  from: 'rules r',
  columns: (parameters, access) => ruleColumns(accountsOf(parameters, access)),
  condition: (parameters, access) => {
    const user = `r.user_id = ${parameters.add(access.userId)}::bigint`;
    return `${user} and not r.deleted and ${visibleRules(accountsOf(parameters, access))}`;
  },
}).listedBy({
  sorts: {
    id: 'r.id',
    created_at: 'r.created_at',
    updated_at: 'r.updated_at',
    name: "r.document->>'name'",
  },
  defaultSort: '-id',
  includes: {
    transfer_links: { needs: 'transfer-links:read' },
    financial_accounts: { needs: 'accounts:read' },
    'conditions.rules': {},
    'actions.rules': {},
  },
  filters: {
    id: { kind: 'id', sql: 'r.id' },
    name: { kind: 'contains', sql: "r.document->>'name'" },
    description: { kind: 'contains', sql: "r.document->>'description'" },
    scope: { kind: 'oneOf', values: RULE_SCOPES, sql: "r.document->>'scope'" },
    type: { kind: 'oneOf', values: RULE_TYPES, sql: "r.document->>'type'" },
    enabled: { kind: 'flag', sql: "(r.document->>'enabled')::boolean" },
    output_compatible: { kind: 'flag', sql: "(r.document->>'output_compatible')::boolean" },
    compatible_destinations: {
      kind: 'oneOf',
      values: DESTINATION_TYPES,
      sql: (values, parameters) => `r.document->'compatible_destinations' ?| ${parameters.texts(values)}`,
    },
    action_type: {
      kind: 'oneOf',
      values: ACTION_TYPES,
      description: 'Rules with such an action.',
      sql: (values, parameters) =>
        `exists (select 1 from jsonb_to_recordset(r.document->'actions') as e(action_type text)
                  where e.action_type = any(${parameters.texts(values)}))`,
    },
    field_name: {
      kind: 'exact',
      description: 'Rules with a condition or an action on the field.',
      sql: (values, parameters) =>
        `exists (select 1 from jsonb_to_recordset((r.document->'conditions') || (r.document->'actions')) as e(field_name text)
                  where e.field_name = any(${parameters.texts(values)}))`,
    },
    financial_account_id: {
      kind: 'id',
      description: 'Rules that are attached to the account.',
      sql: attachedTo('financial_accounts'),
    },
    transfer_link_id: {
      kind: 'id',
      description: 'Rules that are attached to the link.',
      sql: attachedTo('transfer_links'),
    },
  },
});

export type RuleQuery = ListQuery<typeof RULES>;

/** The granted accounts, null for all. */
function accountsOf(parameters: SqlParameters, { accountIds }: Access): string {
  return `${parameters.add(accountIds)}::bigint[]`;
}

function attachedTo(to: AttachedTo) {
  return (values: readonly string[], parameters: SqlParameters) =>
    `exists (select 1 from jsonb_to_recordset(r.document->'${to}') as e(id bigint)
              where e.id = any(${parameters.ids(values)}))`;
}
