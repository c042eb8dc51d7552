import {
  ACTION_TABLE,
  ACTION_TYPES,
  ActionType,
  destinationFields,
  FIELD_TYPE_TABLE,
  FIELD_TYPES,
  FURTHER_MAPPED_FIELDS,
  OPERATOR_TABLE,
  OPERATORS,
  RULE_FIELDS,
} from '@tributary/contracts';
import { wireText } from '../../rest/wire-values';

/** The table of fields, types, operators and actions, as it checks and evaluates rules. */
export function ruleLanguage(): Readonly<Record<string, unknown>> {
  return {
    fields: [...RULE_FIELDS, { name: FURTHER_MAPPED_FIELDS, type: 'text', settable: true } as const].map(
      ({ name, type, settable }) => ({
        name,
        type,
        operators: FIELD_TYPE_TABLE[type].operators,
        settable: wireText(settable),
      }),
    ),
    field_types: FIELD_TYPES.map((type) => ({ type, ...FIELD_TYPE_TABLE[type] })),
    operators: OPERATORS.map((operator) => ({
      operator,
      operand: OPERATOR_TABLE[operator].operand,
      description: OPERATOR_TABLE[operator].description,
    })),
    actions: ACTION_TYPES.map((action_type) => ({
      action_type,
      destination: ACTION_TABLE[action_type].destination,
      undoable: wireText(ACTION_TABLE[action_type].undoable),
      fields: fieldsOf(action_type),
      description: ACTION_TABLE[action_type].description,
    })),
  };
}

function fieldsOf(actionType: ActionType) {
  const { destination, takesField } = ACTION_TABLE[actionType];
  if (destination !== null) return destinationFields(destination);
  if (!takesField) return null;
  const settable = RULE_FIELDS.filter((field) => field.settable).map(({ name }) => name);
  return [...settable, FURTHER_MAPPED_FIELDS].map((name) => ({ name, values: null }));
}
