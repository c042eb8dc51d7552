import {
  ACTION_TABLE,
  ACTION_TYPES,
  ChangedRule,
  OPERATOR_TABLE,
  OPERATORS,
  Problem,
  RULE_BYTES_MAX,
  RULE_FIELD_NAME_LENGTH_MAX,
  RULE_FIELDS,
  RuleActionSent,
  ruleBytes,
  RuleChange,
  RuleConditionSent,
} from '@tributary/contracts';
import { bodyClass, Documented } from '@tributary/http';
import { applyDecorators } from '@nestjs/common';
import { IsString } from 'class-validator';

const IsFieldName = applyDecorators(
  IsString({ message: '$property must be the name of a field, such as creditor.name' }),
  Documented({
    type: 'string',
    maxLength: RULE_FIELD_NAME_LENGTH_MAX,
    anyOf: [
      { enum: RULE_FIELDS.map(({ name }) => name) },
      { pattern: '^mapped_fields\\.[a-z][a-z0-9_]{0,63}$' },
    ],
    description: 'See `GET /rules/fields` for the type of each field and the operators that it takes.',
  }),
);

function meanings<N extends string>(
  names: readonly N[],
  table: Readonly<Record<N, { description: string }>>,
) {
  const description = names.map((name) => `- \`${name}\`: ${table[name].description}`).join('\n');
  return Documented({ description });
}

const parts = {
  conditions: bodyClass('ConditionBody', RuleConditionSent, {
    validators: { field_name: IsFieldName },
    rules: {
      operator: meanings(OPERATORS, OPERATOR_TABLE),
      value: Documented({ description: 'Lists are separated by commas; `\\,` is a literal one.' }),
    },
  }),
  actions: bodyClass('ActionBody', RuleActionSent, {
    rules: {
      action_type: meanings(ACTION_TYPES, ACTION_TABLE),
      field_name: IsString({ message: '$property must be the name of a field' }),
      value: Documented({ description: 'A literal, or a Liquid template over the transaction.' }),
    },
  }),
};

/** Body of `POST /rules`; one that is tried as a change of a saved rule names its parts by their ids. */
export const CreateRuleBody = bodyClass('CreateRuleBody', ChangedRule, { parts });
export type CreateRuleBody = ChangedRule;

/** Body of `PUT /rules/{ruleId}`. */
export const UpdateRuleBody = bodyClass('UpdateRuleBody', RuleChange, { parts });
export type UpdateRuleBody = RuleChange;

/** Checks the size of a rule. @throws Problem (invalid) where it does not fit into a command */
export function withRoom<R extends RuleChange>(rule: R): R {
  const { name = '', description = null, conditions = [], actions = [] } = rule;
  if (ruleBytes({ name, description, conditions, actions }) <= RULE_BYTES_MAX) return rule;
  throw Problem.invalid({ body: [`The texts of a rule have at most ${RULE_BYTES_MAX / 1024} KB together.`] });
}
