import { FIELD_TYPE_TABLE, Operator, RuleField } from '@tributary/contracts';
import { compareDecimals, isDay, isDecimal } from '@tributary/money';
import { listOf } from './condition-lists';
import { Predicate } from './predicate';
import { ConditionDefinition, InvalidDefinitionError } from '../rule-definition';
import { orderedNumber, Subject } from '../documents/subject';

type Order = -1 | 0 | 1;

/**
 * An operator as a test of the order of value and operand (`wants`), and as a faster test of two numbers (`ofNumbers`).
 */
interface Comparison {
  readonly wants: (order: Order) => boolean;
  readonly ofNumbers: (value: number, operand: number) => boolean;
}

const EQUALS: Comparison = {
  wants: (order) => order === 0,
  ofNumbers: (value, operand) => value === operand,
};
const AT_LEAST: Comparison = {
  wants: (order) => order >= 0,
  ofNumbers: (value, operand) => value >= operand,
};
const AT_MOST: Comparison = { wants: (order) => order <= 0, ofNumbers: (value, operand) => value <= operand };

const COMPARISONS: Partial<Record<Operator, Comparison>> = {
  equals: EQUALS,
  gt: { wants: (order) => order > 0, ofNumbers: (value, operand) => value > operand },
  gte: AT_LEAST,
  lt: { wants: (order) => order < 0, ofNumbers: (value, operand) => value < operand },
  lte: AT_MOST,
};

/**
 * Compares amounts as decimals, and times by their day. A missing field equals nothing and is neither below nor above
 * anything. Returns null for operators that these types do not have.
 */
export function orderPredicate(field: RuleField, condition: ConditionDefinition): Predicate | null {
  const value = condition.value ?? '';
  const { operator } = condition;
  if (operator === 'between') return between(field, value);
  if (operator === 'in') return among(field, operands(field, value));
  const wanted = COMPARISONS[operator];
  return wanted ? comparison(field, checkedOperand(field, value), wanted) : null;
}

function among(field: RuleField, values: readonly string[]): Predicate {
  const equal = values.map((one) => comparison(field, one, EQUALS));
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
  const fromLow = comparison(field, low, AT_LEAST);
  const toHigh = comparison(field, high, AT_MOST);
  return (subject) => fromLow(subject) && toHigh(subject);
}

function comparison(field: RuleField, operand: string, wanted: Comparison): Predicate {
  return field.type === 'date'
    ? dayComparison(field, operand, wanted)
    : amountComparison(field, operand, wanted);
}

function dayComparison(field: RuleField, operand: string, { wants }: Comparison): Predicate {
  return (subject) => {
    const day = subject.text(field).slice(0, 10);
    return isDay(day) && wants(compareTexts(day, operand));
  };
}

/**
 * Compares as binary numbers if these have the same order as the decimals, as almost all amounts do; otherwise as
 * decimals.
 */
function amountComparison(field: RuleField, operand: string, { wants, ofNumbers }: Comparison): Predicate {
  const exactly = (subject: Subject) => {
    const text = subject.text(field);
    return isDecimal(text) && wants(compareDecimals(text, operand));
  };
  const limit = orderedNumber(operand);
  if (Number.isNaN(limit)) return exactly;
  return (subject) => {
    const number = subject.orderedNumber(field);
    return Number.isNaN(number) ? exactly(subject) : ofNumbers(number, limit);
  };
}

function operands(field: RuleField, value: string): string[] {
  const values = listOf(value).map((one) => checkedOperand(field, one));
  if (values.length > 0) return values;
  throw new InvalidDefinitionError('value', 'The list has no value in it.');
}

function checkedOperand(field: RuleField, value: string): string {
  const operand = value.trim();
  if (field.type === 'date' ? isDay(operand) : isDecimal(operand)) return operand;
  throw new InvalidDefinitionError('value', `The value must be ${FIELD_TYPE_TABLE[field.type].values}.`);
}

function compare(field: RuleField, a: string, b: string): Order {
  return field.type === 'date' ? compareTexts(a, b) : compareDecimals(a, b);
}

function compareTexts(a: string, b: string): Order {
  return a < b ? -1 : a > b ? 1 : 0;
}
