import {
  FIELD_TYPE_TABLE,
  FieldType,
  findRuleField,
  Operator,
  OPERATOR_TABLE,
  RuleField,
} from '@tributary/contracts';
import { orderPredicate } from './order-conditions';
import { Predicate, TypedPredicates } from './predicate';
import { ConditionDefinition, InvalidDefinitionError, TransactionType } from '../rule-definition';
import { compilePattern, found, InvalidPatternError } from '../regular-expressions/regular-expressions';
import { CATEGORY_ID, listOf } from './condition-lists';

/** The operators of each field type. */
const PREDICATES: Readonly<Record<FieldType, TypedPredicates>> = {
  text: textPredicate,
  amount: orderPredicate,
  date: orderPredicate,
  boolean: booleanPredicate,
  category: categoryPredicate,
  tags: tagsPredicate,
};

/**
 * Compiles a condition to a closure, by the tables of fields and operators.
 * @throws InvalidDefinitionError if field, operator and value do not fit together
 */
export function compileCondition(condition: ConditionDefinition): Predicate {
  const field = findRuleField(condition.field_name);
  if (!field) throw new InvalidDefinitionError('field_name', 'A transaction has no such field.');
  checkOperator(field, condition);
  return ofTransactionType(condition.transaction_type, operatorPredicate(field, condition));
}

function checkOperator(field: RuleField, { operator, value }: ConditionDefinition): void {
  const { operators } = FIELD_TYPE_TABLE[field.type];
  if (!operators.includes(operator)) {
    const message = `The operator must be one of ${operators.join(', ')} for ${field.type} fields.`;
    throw new InvalidDefinitionError('operator', message);
  }
  const isEmpty = value === null || value === '';
  if (OPERATOR_TABLE[operator].operand === 'none') {
    if (isEmpty) return;
    throw new InvalidDefinitionError('value', `The operator ${operator} takes no value.`);
  }
  if (isEmpty) throw new InvalidDefinitionError('value', `The operator ${operator} needs a value.`);
}

function operatorPredicate(field: RuleField, condition: ConditionDefinition): Predicate {
  const { negates } = OPERATOR_TABLE[condition.operator];
  if (negates !== null) {
    const holds = operatorPredicate(field, { ...condition, operator: negates });
    return (subject) => !holds(subject);
  }
  if (condition.operator === 'is_empty') return (subject) => subject.text(field) === '';
  const predicate = PREDICATES[field.type](field, condition);
  if (predicate) return predicate;
  throw new InvalidDefinitionError('operator', `The operator ${condition.operator} does not apply here.`);
}

function ofTransactionType(type: TransactionType, holds: Predicate): Predicate {
  switch (type) {
    case 'ANY':
      return holds;
    case 'DEBIT':
      return (subject) => subject.isOutflow && holds(subject);
    case 'CREDIT':
      return (subject) => !subject.isOutflow && holds(subject);
  }
}

function booleanPredicate(field: RuleField, { operator, value }: ConditionDefinition): Predicate | null {
  if (operator !== 'equals') return null;
  const wanted = (value ?? '').trim().toLowerCase();
  if (wanted !== 'true' && wanted !== 'false') {
    throw new InvalidDefinitionError('value', 'The value must be true or false.');
  }
  return (subject) => subject.loweredText(field) === wanted;
}

function categoryPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const ids = condition.operator === 'in' ? listOf(condition.value ?? '') : [condition.value ?? ''];
  if (ids.every((id) => CATEGORY_ID.test(id))) return textPredicate(field, condition);
  throw new InvalidDefinitionError('value', `The value must be ${FIELD_TYPE_TABLE.category.values}.`);
}

/** Compares whole tags: one of them is the value, or among the values. */
function tagsPredicate(field: RuleField, { operator, value }: ConditionDefinition): Predicate | null {
  if (operator !== 'contains' && operator !== 'in') return null;
  const lowered = (value ?? '').toLowerCase();
  const wanted = new Set(operator === 'in' ? listOf(lowered) : [lowered.trim()]);
  if (wanted.size === 0) throw new InvalidDefinitionError('value', 'The list has no value in it.');
  return (subject) =>
    subject
      .loweredText(field)
      .split(',')
      .some((tag) => wanted.has(tag));
}

/** Creates an operator's closure from the value as written and in lower case. */
type Maker = (field: RuleField, value: string, lowered: string) => Predicate;

const TEXT_MAKERS: Partial<Record<Operator, Maker>> = {
  equals: (field, _value, lowered) => (subject) => subject.loweredText(field) === lowered,
  contains: (field, _value, lowered) => (subject) => subject.loweredText(field).includes(lowered),
  starts_with: (field, _value, lowered) => (subject) => subject.loweredText(field).startsWith(lowered),
  ends_with: (field, _value, lowered) => (subject) => subject.loweredText(field).endsWith(lowered),
  matches: matching,
  in: (field, _value, lowered) => among(field, lowered),
};

/**
 * Compares text without regard to case; a missing text counts as the empty one. Returns null for operators that other
 * types define.
 */
function textPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const value = condition.value ?? '';
  return TEXT_MAKERS[condition.operator]?.(field, value, value.toLowerCase()) ?? null;
}

function matching(field: RuleField, pattern: string): Predicate {
  try {
    const compiled = compilePattern(pattern, { ignoreCase: true });
    return (subject) => found(compiled, subject.text(field));
  } catch (error) {
    if (error instanceof InvalidPatternError) throw new InvalidDefinitionError('value', `${error.message}.`);
    throw error;
  }
}

function among(field: RuleField, lowered: string): Predicate {
  const wanted = new Set(listOf(lowered));
  if (wanted.size === 0) throw new InvalidDefinitionError('value', 'The list has no value in it.');
  return (subject) => wanted.has(subject.loweredText(field));
}
