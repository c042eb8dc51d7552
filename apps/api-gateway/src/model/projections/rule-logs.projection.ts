import { EventPayload, RuleLoggedV1 } from '@tributary/contracts';
import { ProjectedTable } from './projected-table';

/** Changes that rules made to fields of transactions; an entry never changes. */
export const RULE_LOGS: ProjectedTable = {
  table: 'rule_logs',
  key: ['user_id', 'id'],
  columns: {
    user_id: 'bigint',
    id: 'bigint',
    account_id: 'bigint',
    rule_id: 'bigint',
    transaction_id: 'bigint',
    transfer_link_id: 'bigint',
    kind: 'text',
    action_id: 'bigint',
    action_type: 'text',
    field_name: 'text',
    previous_value: 'text',
    new_value: 'text',
    error: 'text',
    created_at: 'timestamptz',
    undoes: 'bigint',
  },
  versionColumn: null,
  belongsTo: 'accounts',
};

export function ruleLogRows({ financialAccountId, userId, logs }: EventPayload<typeof RuleLoggedV1>) {
  return logs.map((log) => ({
    user_id: userId,
    id: log.id,
    account_id: financialAccountId,
    rule_id: log.ruleId,
    transaction_id: log.transactionId,
    transfer_link_id: log.transferLinkId,
    kind: log.kind,
    action_id: log.actionId,
    action_type: log.actionType,
    field_name: log.fieldName,
    previous_value: log.previousValue,
    new_value: log.newValue,
    error: log.error,
    created_at: log.createdAt,
    undoes: log.undoes ?? null,
  }));
}
