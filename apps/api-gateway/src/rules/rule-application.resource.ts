import { FieldChange, RuleApplicationDocument } from '@tributary/contracts';
import { Access } from '../identity';
import { DocumentRow } from '../query/row-list';
import { idText, idTextOrNull, timeText, wireText } from '../wire-values';
import { visibleValues } from './hidden-values';

/** An application and how far it is. */
export function toRuleApplication(
  access: Access,
  { id, created_at, updated_at, document }: DocumentRow<RuleApplicationDocument>,
): Readonly<Record<string, unknown>> {
  return {
    id: idText(id),
    rule_id: idText(document.rule_id),
    dry_run: wireText(document.dry_run),
    status: document.status,
    financial_account_ids: document.financial_account_ids.map(idText),
    transactions_total: wireText(document.transactions_total),
    transactions_done: wireText(document.transactions_done),
    transactions_matched: wireText(document.transactions_matched),
    transactions_changed: wireText(document.transactions_changed),
    transactions_locked: wireText(document.transactions_locked ?? 0),
    changes: document.changes.map((change) => toFieldChange(access, change)),
    error: document.error,
    created_at: timeText(created_at),
    updated_at: timeText(updated_at),
    finished_at: document.finished_at,
  };
}

/** What one field was and is, or would be. */
export function toFieldChange(access: Access, change: FieldChange): Readonly<Record<string, unknown>> {
  const values = { previous_value: change.previous_value, new_value: change.new_value };
  return {
    transaction_id: idText(change.transaction_id),
    financial_account_id: idText(change.financial_account_id),
    transfer_link_id: idTextOrNull(change.transfer_link_id),
    rule_id: idTextOrNull(change.rule_id),
    field_name: change.field_name,
    ...visibleValues(access, change.field_name, values),
  };
}
