import { RuleLogEntry } from '@tributary/contracts';
import { Access } from '../identity';
import { idText, idTextOrNull, timeText } from '../wire-values';
import { visibleValues } from './hidden-values';
import { RuleLogRow } from './rule-logs.reader';

type RuleLogResource = Readonly<Record<string, unknown>>;

/** A log of the query model; `rule` where it was asked for. */
export function toRuleLog(access: Access, row: RuleLogRow, rule?: unknown): RuleLogResource {
  const values = { previous_value: row.previous_value, new_value: row.new_value };
  return {
    id: idText(row.id),
    rule_id: idText(row.rule_id),
    action_id: idTextOrNull(row.action_id),
    action_type: row.action_type,
    financial_account_id: idText(row.account_id),
    transaction_id: idText(row.transaction_id),
    transfer_link_id: idTextOrNull(row.transfer_link_id),
    kind: row.kind,
    field_name: row.field_name,
    ...visibleValues(access, row.field_name, values),
    error: row.error,
    undoes: idTextOrNull(row.undoes),
    undone_by: idTextOrNull(row.undone_by),
    created_at: timeText(row.created_at),
    ...(rule === undefined ? {} : { rule }),
  };
}

/** A log that its owner has just written. */
export function fromNewLog(log: RuleLogEntry & { readonly financialAccountId: number }): RuleLogRow {
  return {
    id: log.id,
    account_id: log.financialAccountId,
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
    created_at: new Date(log.createdAt),
    undoes: log.undoes ?? null,
    undone_by: null,
  };
}
