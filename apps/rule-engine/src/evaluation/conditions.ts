import { Operator } from '@tributary/contracts';
import { compareDecimals, isDecimal } from '@tributary/money';
import { isCalendarDate } from './dates';
import { Field, findField, OPERATORS_OF } from './fields';
import { compilePattern, InvalidPatternError } from './regular-expressions';
import { ConditionDefinition, InvalidDefinitionError, TransactionType } from './rule-definition';
import { Subject } from './subject';

export type Predicate = (subject: Subject) => boolean;

/**
 * Turns a condition into a closure. Text ignores case, amounts compare as decimals, times by their day. A
 * field that is missing equals nothing, is below and above nothing, and is not contained in any list.
 * @throws InvalidDefinitionError where field, operator and value do not fit together.
 */
export function compileCondition(condition: ConditionDefinition): Predicate {
  const field = findField(condition.fieldName);
  if (!field) throw new InvalidDefinitionError('field_name', 'A transaction has no such field.');
  if (!OPERATORS_OF[field.type].includes(condition.operator)) {
    const allowed = OPERATORS_OF[field.type].join(', ');
    throw new InvalidDefinitionError(
      'operator',
      `The operator must be one of ${allowed} for ${field.type} fields.`,
    );
  }
  const holds = presencePredicate(field, condition) ?? typedPredicate(field, condition);
  return ofTransactionType(condition.transactionType, holds);
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

function presencePredicate(field: Field, { operator, value }: ConditionDefinition): Predicate | null {
  if (operator !== 'is_empty' && operator !== 'is_not_empty') return null;
  if (value !== null && value !== '') {
    throw new InvalidDefinitionError('value', `The operator ${operator} takes no value.`);
  }
  return operator === 'is_empty'
    ? (subject) => subject.text(field) === ''
    : (subject) => subject.text(field) !== '';
}

function typedPredicate(field: Field, condition: ConditionDefinition): Predicate {
  const { operator, value } = condition;
  if (value === null || value === '') {
    throw new InvalidDefinitionError('value', `The operator ${operator} needs a value.`);
  }
  switch (field.type) {
    case 'text':
      return textPredicate(field, operator, value);
    case 'amount':
      return orderedPredicate(operator, value, {
        what: 'a plain decimal number such as -12.50',
        isValid: isDecimal,
        compare: compareDecimals,
        read: (subject) => subject.text(field),
      });
    case 'date':
      return orderedPredicate(operator, value, {
        what: 'a date written YYYY-MM-DD',
        isValid: isCalendarDate,
        compare: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
        read: (subject) => subject.text(field).slice(0, 10),
      });
    case 'boolean':
      return booleanPredicate(field, operator, value);
  }
}

function textPredicate(field: Field, operator: Operator, value: string): Predicate {
  const wanted = value.toLowerCase();
  switch (operator) {
    case 'equals':
      return (subject) => subject.loweredText(field) === wanted;
    case 'contains':
      return (subject) => subject.loweredText(field).includes(wanted);
    case 'starts_with':
      return (subject) => subject.loweredText(field).startsWith(wanted);
    case 'ends_with':
      return (subject) => subject.loweredText(field).endsWith(wanted);
    case 'matches':
      return matching(field, value);
    case 'in':
      return among(field, wanted);
    case 'not_equals':
      return not(textPredicate(field, 'equals', value));
    case 'not_contains':
      return not(textPredicate(field, 'contains', value));
    case 'not_matches':
      return not(matching(field, value));
    case 'not_in':
      return not(among(field, wanted));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
    case 'between':
    case 'is_empty':
    case 'is_not_empty':
      throw new InvalidDefinitionError('operator', `The operator ${operator} does not apply to text.`);
  }
}

function matching(field: Field, pattern: string): Predicate {
  try {
    const compiled = compilePattern(pattern, { ignoreCase: true });
    return (subject) => compiled.matcher(subject.text(field)).find();
  } catch (error) {
    if (error instanceof InvalidPatternError) throw new InvalidDefinitionError('value', `${error.message}.`);
    throw error;
  }
}

function among(field: Field, lowered: string): Predicate {
  const wanted = new Set(listOf(lowered));
  return (subject) => wanted.has(subject.loweredText(field));
}

/** How the values of a type are read and ordered. */
interface Ordering {
  readonly what: string;
  readonly isValid: (text: string) => boolean;
  readonly compare: (a: string, b: string) => -1 | 0 | 1;
  readonly read: (subject: Subject) => string;
}

function orderedPredicate(operator: Operator, value: string, ordering: Ordering): Predicate {
  switch (operator) {
    case 'equals':
      return comparison(value, ordering, (order) => order === 0);
    case 'gt':
      return comparison(value, ordering, (order) => order > 0);
    case 'gte':
      return comparison(value, ordering, (order) => order >= 0);
    case 'lt':
      return comparison(value, ordering, (order) => order < 0);
    case 'lte':
      return comparison(value, ordering, (order) => order <= 0);
    case 'in':
      return anyOf(operands(value, ordering).map((one) => comparison(one, ordering, (order) => order === 0)));
    case 'between':
      return between(value, ordering);
    case 'not_equals':
      return not(orderedPredicate('equals', value, ordering));
    case 'not_in':
      return not(orderedPredicate('in', value, ordering));
    case 'contains':
    case 'not_contains':
    case 'starts_with':
    case 'ends_with':
    case 'matches':
    case 'not_matches':
    case 'is_empty':
    case 'is_not_empty':
      throw new InvalidDefinitionError('operator', `The operator ${operator} applies to text only.`);
  }
}

function comparison(value: string, ordering: Ordering, wanted: (order: -1 | 0 | 1) => boolean): Predicate {
  const operand = checkedOperand(value, ordering);
  return (subject) => {
    const text = ordering.read(subject);
    return ordering.isValid(text) && wanted(ordering.compare(text, operand));
  };
}

function between(value: string, ordering: Ordering): Predicate {
  const [low, high, ...rest] = operands(value, ordering);
  if (low === undefined || high === undefined || rest.length > 0 || ordering.compare(low, high) > 0) {
    throw new InvalidDefinitionError(
      'value',
      'The operator between takes two values, the lower one first: "low,high".',
    );
  }
  const fromLow = comparison(low, ordering, (order) => order >= 0);
  const toHigh = comparison(high, ordering, (order) => order <= 0);
  return (subject) => fromLow(subject) && toHigh(subject);
}

function operands(value: string, ordering: Ordering): string[] {
  return listOf(value).map((one) => checkedOperand(one, ordering));
}

function checkedOperand(value: string, ordering: Ordering): string {
  const operand = value.trim();
  if (ordering.isValid(operand)) return operand;
  throw new InvalidDefinitionError('value', `The value must be ${ordering.what}.`);
}

function booleanPredicate(field: Field, operator: Operator, value: string): Predicate {
  const wanted = value.trim().toLowerCase();
  if (wanted !== 'true' && wanted !== 'false') {
    throw new InvalidDefinitionError('value', 'The value must be true or false.');
  }
  const equals: Predicate = (subject) => subject.loweredText(field) === wanted;
  return operator === 'not_equals' ? not(equals) : equals;
}

function not(predicate: Predicate): Predicate {
  return (subject) => !predicate(subject);
}

function anyOf(predicates: readonly Predicate[]): Predicate {
  return (subject) => predicates.some((predicate) => predicate(subject));
}

/** Values that commas separate; `\,` is a literal comma, blanks around a value do not count. */
export function listOf(value: string): string[] {
  return value
    .split(/(?<!\\),/)
    .map((one) => one.replaceAll('\\,', ',').trim())
    .filter((one) => one !== '');
}
