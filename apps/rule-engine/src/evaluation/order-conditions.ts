import { FIELD_TYPE_TABLE, Operator, RuleField } from '@tributary/contracts';
import { compareDecimals, isDecimal } from '@tributary/money';
import { listOf } from './condition-lists';
import type { Predicate } from './conditions';
import { isCalendarDate } from './dates';
import { ConditionDefinition, InvalidDefinitionError } from './rule-definition';
import { orderedNumber, Subject } from './subject';

type Order = -1 | 0 | 1;
type Wanted = (order: Order) => boolean;

const WANTED: Partial<Record<Operator, Wanted>> = {
  equals: (order) => order === 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
};

/**
 * Amounts compare as decimals, times by their day. A field that is missing equals nothing and is neither below
 * nor above anything. Null for operators that these types do not have themselves.
 */
export function orderPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const value = condition.value ?? '';
  const { operator } = condition;
  if (operator === 'between') return between(field, value);
  if (operator === 'in') return among(field, operands(field, value));
  const wanted = WANTED[operator];
  return wanted ? comparison(field, checkedOperand(field, value), wanted) : null;
}

function among(field: RuleField, values: readonly string[]): Predicate {
  const equal = values.map((one) => comparison(field, one, (order) => order === 0));
  return (subject) => equal.some((holds) => holds(subject));
}

function between(field: RuleField, value: string): Predicate {
  const [low, high, ...rest] = operands(field, value);
  if (low === undefined || high === undefined || rest.length > 0 || compare(field, low, high) > 0) {
    throw new InvalidDefinitionError(
      'value',
      'The operator between takes two values, the lower one first: "low,high".',
    );
  }
  const fromLow = comparison(field, low, (order) => order >= 0);
  const toHigh = comparison(field, high, (order) => order <= 0);
  return (subject) => fromLow(subject) && toHigh(subject);
}

function comparison(field: RuleField, operand: string, wanted: Wanted): Predicate {
  return field.type === 'date'
    ? dayComparison(field, operand, wanted)
    : amountComparison(field, operand, wanted);
}

function dayComparison(field: RuleField, operand: string, wanted: Wanted): Predicate {
  return (subject) => {
    const day = subject.text(field).slice(0, 10);
    return isCalendarDate(day) && wanted(compareTexts(day, operand));
  };
}

/** Numbers where they give the same order as the decimals, which is nearly always; else the decimals. */
function amountComparison(field: RuleField, operand: string, wanted: Wanted): Predicate {
  const exactly = (subject: Subject) => {
    const text = subject.text(field);
    return isDecimal(text) && wanted(compareDecimals(text, operand));
  };
  const limit = orderedNumber(operand);
  if (Number.isNaN(limit)) return exactly;
  return (subject) => {
    const number = subject.orderedNumber(field);
    return Number.isNaN(number) ? exactly(subject) : wanted(number < limit ? -1 : number > limit ? 1 : 0);
  };
}

function operands(field: RuleField, value: string): string[] {
  const values = listOf(value).map((one) => checkedOperand(field, one));
  if (values.length > 0) return values;
  throw new InvalidDefinitionError('value', 'The list has no value in it.');
}

function checkedOperand(field: RuleField, value: string): string {
  const operand = value.trim();
  if (field.type === 'date' ? isCalendarDate(operand) : isDecimal(operand)) return operand;
  throw new InvalidDefinitionError('value', `The value must be ${FIELD_TYPE_TABLE[field.type].values}.`);
}

function compare(field: RuleField, a: string, b: string): Order {
  return field.type === 'date' ? compareTexts(a, b) : compareDecimals(a, b);
}

function compareTexts(a: string, b: string): Order {
  return a < b ? -1 : a > b ? 1 : 0;
}
