import { RuleLogEntry } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { toResourceForm } from '../../rest/openapi/written';
import { visibleValues } from '../rules/hidden-values';
import { RuleLog } from '../rules/rule.schema';
import { RuleLogRow } from './rule-logs.store';

type RuleLogResource = Readonly<Record<string, unknown>>;

/** Returns a log, with `rule` if the client requested it. */
export function toRuleLog(
  access: Access,
  { account_id: financial_account_id, ...row }: RuleLogRow,
  rule?: unknown,
): RuleLogResource {
  const { previous_value, new_value } = row;
  const values = visibleValues(access, row.field_name, { previous_value, new_value });
  return toResourceForm(RuleLog, { ...row, ...values, financial_account_id, rule });
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
