import { FieldChange, RuleApplicationDocument } from '@tributary/contracts';
import { Access } from '../../identity/access/access';
import { toResourceForm } from '../../rest/openapi/written';
import { DocumentRow } from '../../rest/lists/row-list';
import { visibleValues } from '../rules/hidden-values';
import { FieldChange as FieldChangeResource, RuleApplication } from '../rules/rule.schema';

/** An application with its progress. */
export function toRuleApplication(
  access: Access,
  { document, ...row }: DocumentRow<RuleApplicationDocument>,
): Readonly<Record<string, unknown>> {
  const changes = document.changes.map((change) => toFieldChange(access, change));
  const { transactions_locked = 0 } = document;
  return toResourceForm(RuleApplication, { ...document, ...row, transactions_locked, changes });
}

/** Previous and new value of one field, applied or previewed. */
export function toFieldChange(access: Access, change: FieldChange): Readonly<Record<string, unknown>> {
  const { previous_value, new_value } = change;
  const values = visibleValues(access, change.field_name, { previous_value, new_value });
  return toResourceForm(FieldChangeResource, { ...change, ...values });
}
