import { RuleLogEntry } from '@tributary/contracts';
import { idText, idTextOrNull } from '../wire-values';

/** What a rule did to a field of a transaction, or the reversal of that. */
export function toRuleLog(
  log: RuleLogEntry & { readonly financialAccountId: number },
): Readonly<Record<string, unknown>> {
  return {
    id: idText(log.id),
    rule_id: idText(log.ruleId),
    action_id: idTextOrNull(log.actionId),
    action_type: log.actionType,
    financial_account_id: idText(log.financialAccountId),
    transaction_id: idText(log.transactionId),
    transfer_link_id: idTextOrNull(log.transferLinkId),
    kind: log.kind,
    field_name: log.fieldName,
    previous_value: log.previousValue,
    new_value: log.newValue,
    error: log.error,
    created_at: log.createdAt,
  };
}
