import {
  ACTION_TYPES,
  APPLICATION_STATUSES,
  DESTINATION_TYPES,
  RULE_LOG_KINDS,
  RULE_SCOPES,
  RULE_TYPES,
} from '@tributary/contracts';
import { ListDefinition } from '@tributary/http';

/** The query of `GET /rules`. */
export const RULE_LIST = {
  sorts: ['id', 'created_at', 'updated_at', 'name'],
  defaultSort: '-id',
  includes: {
    transfer_links: { needs: 'transfer-links:read' },
    financial_accounts: { needs: 'accounts:read' },
  },
  filters: {
    id: { kind: 'id' },
    name: { kind: 'contains' },
    description: { kind: 'contains' },
    scope: { kind: 'oneOf', values: RULE_SCOPES },
    type: { kind: 'oneOf', values: RULE_TYPES },
    enabled: { kind: 'flag' },
    output_compatible: { kind: 'flag' },
    compatible_destinations: { kind: 'oneOf', values: DESTINATION_TYPES },
    action_type: { kind: 'oneOf', values: ACTION_TYPES, description: 'Rules with such an action.' },
    field_name: { kind: 'exact', description: 'Rules with a condition or an action on the field.' },
    financial_account_id: { kind: 'id', description: 'Rules that are attached to the account.' },
    transfer_link_id: { kind: 'id', description: 'Rules that are attached to the link.' },
  },
} as const satisfies ListDefinition;

/** The query of `GET /rule-logs`. */
export const RULE_LOG_LIST = {
  sorts: ['id', 'created_at'],
  defaultSort: '-id',
  includes: { rule: {} },
  filters: {
    id: { kind: 'id' },
    rule_id: { kind: 'id' },
    action_id: { kind: 'id' },
    action_type: { kind: 'oneOf', values: ACTION_TYPES },
    transaction_id: { kind: 'id' },
    financial_account_id: { kind: 'id' },
    transfer_link_id: { kind: 'id' },
    kind: { kind: 'oneOf', values: RULE_LOG_KINDS },
    field_name: { kind: 'exact' },
    undone: { kind: 'flag', description: 'Whether the log was taken back.' },
    created_after: { kind: 'date', description: 'On the day or after it, in UTC.' },
    created_before: { kind: 'date', description: 'On the day or before it, in UTC.' },
  },
} as const satisfies ListDefinition;

/** The query of `GET /rules/{ruleId}/applications`. */
export const RULE_APPLICATION_LIST = {
  sorts: ['id', 'created_at', 'updated_at'],
  defaultSort: '-id',
  includes: {},
  filters: {
    status: { kind: 'oneOf', values: APPLICATION_STATUSES },
    dry_run: { kind: 'flag' },
  },
} as const satisfies ListDefinition;
